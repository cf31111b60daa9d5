// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.cluster;

import dev.lockstep.core.model.NcclFunction;
import java.util.List;

/// A training job over all GPUs of a cluster: tensor groups inside nodes, data groups of one GPU a node, and a group of
/// all ranks. One rank is late, so that the rules have something to find.
///
/// @param nodes of `gpus` ranks each
/// @param lateRank comes late to its tensor group at every operation
record TrainingJob(int nodes, int gpus, int lateRank) {
    /// How late, each time.
    static final long LATE_NANOS = 1_000_000;

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    /// One kind of operation of a group: how large, how often a second, and how long it takes without waiting.
    record Operation(
            NcclFunction function, long sizeBytes, String algorithm, String protocol, int perSecond, long nanos) {}

    /// One communicator of a rank.
    record Group(String id, String name, int commRank, int ranks, int nodes, List<Operation> operations) {}

    private static final List<Operation> TENSOR = List.of(
            new Operation(NcclFunction.ALL_GATHER, 32 * MIB, "NVLS", "SIMPLE", 160, 90_000),
            new Operation(NcclFunction.REDUCE_SCATTER, 32 * MIB, "NVLS", "SIMPLE", 160, 110_000));
    private static final List<Operation> DATA = List.of(
            new Operation(NcclFunction.ALL_GATHER, 16 * MIB, "RING", "SIMPLE", 10, 300_000),
            new Operation(NcclFunction.ALL_GATHER, 64 * MIB, "RING", "SIMPLE", 20, 900_000),
            new Operation(NcclFunction.REDUCE_SCATTER, 32 * MIB, "RING", "SIMPLE", 10, 500_000),
            new Operation(NcclFunction.REDUCE_SCATTER, 128 * MIB, "RING", "SIMPLE", 20, 1_700_000));
    private static final List<Operation> WORLD = List.of(
            new Operation(NcclFunction.ALL_REDUCE, 4, "TREE", "LL", 10, 70_000),
            new Operation(NcclFunction.ALL_REDUCE, 64 * KIB, "TREE", "LL128", 1, 120_000));

    int ranks() {
        return nodes * gpus;
    }

    /// The groups of rank `gpu` of node `node`.
    List<Group> groups(int node, int gpu) {
        return List.of(
                new Group("7000%012x".formatted(node), "TP_" + node, gpu, gpus, 1, TENSOR),
                new Group("d000%012x".formatted(gpu), "DP_" + gpu, node, nodes, nodes, DATA),
                new Group("3000%012x".formatted(0), "WORLD", node * gpus + gpu, ranks(), nodes, WORLD));
    }

    /// How long a rank waits in each operation of its tensor group: all of the late rank's node do but itself.
    long waitNanos(Group group, int node, int gpu) {
        boolean waits = group.operations().equals(TENSOR) && node == lateRank / gpus && gpu != lateRank % gpus;
        return waits ? LATE_NANOS : 0;
    }
}
