// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.snapshot.SeriesIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.ProcessSnapshot;

/// One process in one communicator, as one source sees it.
record Membership(ProcessSnapshot process, CommunicatorSnapshot communicator) {
    SeriesIdentity identity() {
        return SeriesIdentity.of(process.identity().jobId(), communicator.identity());
    }
}
