// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.shm.identity.CommunicatorFacts;
import java.util.Optional;
import java.util.OptionalInt;

/// Which communicator of a process.
record CommunicatorKey(String id, int hashOrdinal, OptionalInt commRank, Optional<String> pciBusId) {
    static CommunicatorKey of(CommunicatorIdentity identity) {
        return new CommunicatorKey(
                identity.id(),
                identity.hashOrdinal(),
                identity.commRank(),
                identity.gpu().flatMap(GpuIdentity::pciBusId));
    }

    static CommunicatorKey of(CommunicatorFacts facts) {
        return new CommunicatorKey(facts.id(), facts.hashOrdinal(), facts.commRank(), facts.pciBusId());
    }
}
