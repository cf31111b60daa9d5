// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import dev.lockstep.simulator.topology.Communicator;

/// What NCCL tells a plugin of a communicator, seen from one of its ranks.
public record CommunicatorDescription(long hash, String name, int nodes, int ranks, int rank) {
    /// The communicator as a world rank sees it.
    public static CommunicatorDescription of(Communicator communicator, int worldRank) {
        return new CommunicatorDescription(
                communicator.hash(),
                communicator.name(),
                communicator.nodes(),
                communicator.ranks(),
                communicator.commRank(worldRank));
    }
}
