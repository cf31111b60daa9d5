// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// One step of the whole cluster.
///
/// @param byRank the groups of each rank in the order of its host, without those never enqueued
/// @param killedNodes nodes whose processes are killed in this step, with the true time
/// @param killedRanks ranks whose process alone is killed in this step, with the true time
/// @param stopped whether nothing comes after it because ranks wait for ever
/// @param endNanos when the last rank was through, or when the last thing happened
public record StepRun(
        int step,
        List<List<GroupRun>> byRank,
        Map<Integer, Long> killedNodes,
        Map<Integer, Long> killedRanks,
        boolean stopped,
        long endNanos) {
    public StepRun {
        byRank = List.copyOf(byRank);
        killedNodes = Map.copyOf(killedNodes);
        killedRanks = Map.copyOf(killedRanks);
    }

    /// When a node's processes are killed; absent if they are not.
    public OptionalLong killedNanos(int node) {
        Long nanos = killedNodes.get(node);
        return nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos);
    }

    /// When the process of a rank is killed, by itself or with its node; absent if it is not.
    public OptionalLong killedNanos(int rank, int node) {
        Long nanos = killedRanks.get(rank);
        return nanos == null ? killedNanos(node) : OptionalLong.of(nanos);
    }
}
