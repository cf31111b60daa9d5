// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.role;

import java.util.Map;
import java.util.OptionalInt;

/// What is known of one communicator: its id, the framework's name for it (empty if none), how many ranks and nodes it
/// has, and for those of its ranks that were seen the world rank by the communicator rank. One node sees its own only.
public record Group(
        String id, String name, int ranks, OptionalInt nodes, Map<Integer, Integer> worldRanks, Traffic traffic) {
    public Group {
        worldRanks = Map.copyOf(worldRanks);
    }

    /// Whether it may lie within one node.
    boolean mayBeInOneNode() {
        return nodes.orElse(1) <= 1;
    }

    /// Whether its ranks are `ranks` ones at a distance of `stride`, at a place that is a multiple of what they span:
    /// each member's communicator rank is what that says, and all of `seen` (the world ranks that were seen at all)
    /// that would belong to it do.
    boolean isEvery(int stride, int[] seen) {
        int start = -1;
        for (Map.Entry<Integer, Integer> member : worldRanks.entrySet()) {
            int commRank = member.getKey();
            int worldRank = member.getValue();
            int from = worldRank - commRank * stride;
            if (worldRank / stride % ranks != commRank || (start >= 0 && start != from)) {
                return false;
            }
            start = from;
        }
        return start >= 0 && membersOf(start, stride, seen) == worldRanks.size();
    }

    private int membersOf(int start, int stride, int[] seen) {
        int members = 0;
        for (int worldRank : seen) {
            int distance = worldRank - start;
            boolean isMember = distance >= 0 && distance % stride == 0 && distance / stride < ranks;
            members += isMember ? 1 : 0;
        }
        return members;
    }
}
