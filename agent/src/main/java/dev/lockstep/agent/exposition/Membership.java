// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.snapshot.SeriesIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.ProcessSnapshot;
import java.util.Optional;

/// One process in one communicator, as one source sees it.
public record Membership(ProcessSnapshot process, CommunicatorSnapshot communicator) {
    /// Where it is, if that is not the agent's node.
    Optional<String> node() {
        return process.identity().node();
    }

    SeriesIdentity identity() {
        return SeriesIdentity.of(process.identity().jobId(), communicator.identity());
    }
}
