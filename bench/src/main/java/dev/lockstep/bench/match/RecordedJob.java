// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.match;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/// A job's batches as they come out of the decoder: tensor groups of eight, data groups over them, and one communicator
/// over all, each a second of 25 steps.
public record RecordedJob(String name, int ranks) {
    private static final int GPUS = 8;
    private static final int STEPS = 25;
    /// Operations of a step in the tensor group, the data group and over all.
    private static final int[] OPERATIONS = {32, 7, 1};

    private static final long STEP_NANOS = 40_000_000;
    private static final long TRANSFER_NANOS = 200_000;

    /// Of all ranks.
    public long recordsPerSecond() {
        return (long) ranks * STEPS * Arrays.stream(OPERATIONS).sum();
    }

    /// Operations that these records are of.
    public long operationsPerSecond() {
        int tensorGroups = ranks / GPUS;
        return (long) STEPS * (tensorGroups * OPERATIONS[0] + GPUS * OPERATIONS[1] + OPERATIONS[2]);
    }

    /// On how many nodes it runs.
    public int nodes() {
        return (ranks + GPUS - 1) / GPUS;
    }

    /// What all nodes tell of a second; their wall clocks say the same.
    public List<NodeFeed> second(int second, long wallNanos) {
        List<NodeFeed> feeds = new ArrayList<>();
        for (int node = 0; node < nodes(); node++) {
            feeds.add(batch(node, second, wallNanos));
        }
        return feeds;
    }

    /// What one node tells of a second.
    public NodeFeed batch(int node, int second, long wallNanos) {
        List<ProcessFeed> processes = new ArrayList<>();
        for (int rank = node * GPUS; rank < (node + 1) * GPUS; rank++) {
            processes.add(process(rank, second));
        }
        return new NodeFeed(
                name + "-node-" + node, "agent", second + 1, wallNanos, second, 0, processes, Map.of(), List.of());
    }

    private ProcessFeed process(int rank, int second) {
        SplittableRandom chance = new SplittableRandom(31L * rank + second);
        List<CommunicatorFeed> communicators = List.of(
                communicator(rank, 0, second, chance),
                communicator(rank, 1, second, chance),
                communicator(rank, 2, second, chance));
        return new ProcessFeed(
                new ProcessKey(name + "-boot-" + rank / GPUS, rank, 1),
                ProcessLife.RUNNING,
                name,
                Optional.of("life"),
                OptionalInt.of(ranks),
                Optional.empty(),
                communicators,
                Map.of());
    }

    private CommunicatorFeed communicator(int rank, int kind, int second, SplittableRandom chance) {
        int[] ids = {0x1000 + rank / GPUS, 0x200000 + rank % GPUS, 0x300000};
        int[] places = {rank % GPUS, rank / GPUS, rank};
        int[] sizes = {GPUS, ranks / GPUS, ranks};
        CommunicatorIdentity identity = new CommunicatorIdentity(
                "%016x".formatted(ids[kind]),
                0,
                "",
                OptionalInt.of(places[kind]),
                OptionalInt.of(sizes[kind]),
                OptionalInt.of(kind == 0 ? 1 : ranks / GPUS),
                OptionalInt.of(rank),
                Optional.of(new GpuIdentity(OptionalInt.of(rank % GPUS), Optional.empty(), Optional.empty())));
        OperationColumns columns = columns(rank, kind, second, chance);
        return new CommunicatorFeed(
                identity, false, Progress.NONE, List.of(), List.of(), List.of(), List.of(), List.of(columns), 0);
    }

    private OperationColumns columns(int rank, int kind, int second, SplittableRandom chance) {
        int each = OPERATIONS[kind];
        int count = STEPS * each;
        long[] number = new long[count];
        long[] size = new long[count];
        long[] enqueue = new long[count];
        long[] start = new long[count];
        long[] stop = new long[count];
        long[] idle = new long[count];
        byte[] flags = new byte[count];
        Arrays.fill(flags, (byte) (OperationColumns.TIMED | OperationColumns.CLOCKED));
        for (int i = 0; i < count; i++) {
            long step = (long) second * STEPS + i / each;
            number[i] = (long) second * count + i;
            size[i] = 1L << (10 + i % each % 4);
            long slot = STEP_NANOS / 40 * (kind == 0 ? i % each : kind == 1 ? 32 + i % each : 39);
            start[i] = 1_000_000_007L * (rank + 1) + step * STEP_NANOS + slot + chance.nextInt(10_000);
            stop[i] = start[i] + TRANSFER_NANOS + chance.nextInt(20_000);
            enqueue[i] = start[i] - 1_000_000;
            idle[i] = STEP_NANOS / 40 - TRANSFER_NANOS + chance.nextInt(10_000);
        }
        return new OperationColumns(
                NcclFunction.ALL_REDUCE,
                "RING",
                "LL128",
                count,
                number,
                number,
                size,
                enqueue,
                start,
                stop,
                idle,
                flags);
    }
}
