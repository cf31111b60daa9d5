// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.feed;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/// Heartbeats of the nodes of one training job: eight ranks a node, each in communicators of all ranks, of its node and
/// of its peers on the other nodes, with jitter from a seed.
public final class PlayedFeeds {
    private static final int RANKS_PER_NODE = 8;
    private static final SeriesKey KEY =
            new SeriesKey(NcclFunction.ALL_REDUCE, "RING", "SIMPLE", new SizeClass(24), OperationKind.KERNEL);

    private final int nodes;
    private final int recordsPerCommunicator;
    private final SplittableRandom random;

    /// So many records of each communicator and rank a batch.
    public PlayedFeeds(int nodes, int recordsPerCommunicator, long seed) {
        this.nodes = nodes;
        this.recordsPerCommunicator = recordsPerCommunicator;
        this.random = new SplittableRandom(seed);
    }

    /// The batch of one node; numbers count from 1.
    public NodeFeed batch(int node, long number) {
        List<ProcessFeed> processes = new ArrayList<>(RANKS_PER_NODE);
        for (int local = 0; local < RANKS_PER_NODE; local++) {
            processes.add(process(node, local, number));
        }
        long nanos = number * 1_000_000_000;
        return new NodeFeed("node-" + node, "boot-" + node, number, nanos, nanos, 0, processes, Map.of(), List.of());
    }

    private ProcessFeed process(int node, int local, long number) {
        return new ProcessFeed(
                new ProcessKey("boot-" + node, 1000 + local, 1),
                ProcessLife.RUNNING,
                "1234.0",
                Optional.of("1000/1234.0/0/00000000000000aa"),
                OptionalInt.of(nodes * RANKS_PER_NODE),
                Optional.of("2.30.7"),
                List.of(
                        communicator(0xaa, node * RANKS_PER_NODE + local, nodes * RANKS_PER_NODE, node, local, number),
                        communicator(0x1000 + node, local, RANKS_PER_NODE, node, local, number),
                        communicator(0x100000 + local, node, nodes, node, local, number)),
                Map.of());
    }

    private CommunicatorFeed communicator(long id, int rank, int ranks, int node, int local, long number) {
        long last = number * Math.max(1, recordsPerCommunicator);
        return new CommunicatorFeed(
                new CommunicatorIdentity(
                        HexFormat.of().toHexDigits(id),
                        0,
                        "group",
                        OptionalInt.of(rank),
                        OptionalInt.of(ranks),
                        OptionalInt.of(Math.max(1, ranks / RANKS_PER_NODE)),
                        OptionalInt.of(node * RANKS_PER_NODE + local),
                        Optional.of(new GpuIdentity(
                                OptionalInt.of(local), Optional.empty(), Optional.of("0000:0" + local + ":00.0")))),
                false,
                new Progress(OptionalLong.of(last), OptionalLong.of(last - 1), OptionalLong.of(last - 1), 1),
                List.of(),
                List.of(new SeriesDelta(KEY, 100, 100L << 24, 100, 100_000_000 + random.nextInt(1_000_000))),
                List.of(
                        new ChannelCounters(0, 100, random.nextInt(10_000), random.nextInt(10_000), 100_000_000),
                        new ChannelCounters(1, 100, random.nextInt(10_000), random.nextInt(10_000), 100_000_000)),
                List.of(),
                recordsPerCommunicator == 0 ? List.of() : List.of(columns(number)),
                100_000_000);
    }

    private OperationColumns columns(long number) {
        int count = recordsPerCommunicator;
        long[][] columns = new long[7][count];
        byte[] flags = new byte[count];
        for (int i = 0; i < count; i++) {
            long sequence = (number - 1) * count + i;
            columns[0][i] = sequence;
            columns[1][i] = sequence;
            columns[2][i] = 1 << 24;
            columns[3][i] = sequence * 1_000_000 + random.nextInt(50_000);
            columns[4][i] = columns[3][i] + 20_000 + random.nextInt(50_000);
            columns[5][i] = columns[4][i] + 500_000 + random.nextInt(100_000);
            columns[6][i] = 400_000L + random.nextInt(50_000);
            flags[i] = OperationColumns.TIMED;
        }
        return new OperationColumns(
                NcclFunction.ALL_REDUCE,
                "RING",
                "SIMPLE",
                count,
                columns[0],
                columns[1],
                columns[2],
                columns[3],
                columns[4],
                columns[5],
                columns[6],
                flags);
    }
}
