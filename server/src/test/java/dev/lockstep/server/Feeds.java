// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Batches as an agent of a node with two ranks would send them.
public final class Feeds {
    /// The communicator that all batches are about.
    public static final String COMM = "00c0ffee00c0ffee";

    private static final SeriesKey KEY =
            new SeriesKey(NcclFunction.ALL_REDUCE, "RING", "SIMPLE", SizeClass.of(1 << 20), OperationKind.KERNEL);

    private Feeds() {}

    /// Batch `number` of `node`, of one process of the job, with `records` operations.
    public static NodeFeed of(String node, long number, String job, int records) {
        return of(node, number, 1_764_500_000_000_000_000L + number * 1_000_000_000L, process(job, 0, records));
    }

    /// A batch of these processes.
    public static NodeFeed of(String node, long number, long wallNanos, ProcessFeed... processes) {
        return new NodeFeed(node, "boot-1", number, wallNanos, number, 0, List.of(processes), Map.of(), List.of());
    }

    /// The process of that rank, living.
    public static ProcessFeed process(String job, int rank, int records) {
        return process(job, rank, columns(records));
    }

    /// The same with these columns.
    public static ProcessFeed process(String job, int rank, OperationColumns columns) {
        CommunicatorIdentity identity = new CommunicatorIdentity(
                COMM,
                0,
                "world",
                OptionalInt.of(rank),
                OptionalInt.of(2),
                OptionalInt.of(1),
                OptionalInt.of(rank),
                Optional.of(new GpuIdentity(
                        OptionalInt.of(rank), Optional.of("GPU-" + rank), Optional.of("0000:1b:00.0"))));
        CommunicatorFeed communicator = new CommunicatorFeed(
                identity,
                false,
                new Progress(OptionalLong.of(9), OptionalLong.of(9), OptionalLong.of(9), 0),
                List.of(),
                List.of(new SeriesDelta(KEY, 3, 3 << 20, 3, 3_000_000)),
                List.of(),
                List.of(),
                columns.count() == 0 ? List.of() : List.of(columns),
                3_000_000);
        return new ProcessFeed(
                new ProcessKey("boot-1", 100 + rank, 5),
                ProcessLife.RUNNING,
                job,
                Optional.of("0/" + job + "/0"),
                OptionalInt.of(2),
                Optional.of("2.30.7"),
                List.of(communicator),
                Map.of());
    }

    /// Columns of `count` operations of a millisecond each.
    public static OperationColumns columns(int count) {
        long[] sequence = new long[count];
        long[] start = new long[count];
        long[] stop = new long[count];
        byte[] flags = new byte[count];
        for (int i = 0; i < count; i++) {
            sequence[i] = i;
            start[i] = 2_000_000L * i;
            stop[i] = start[i] + 1_000_000;
            flags[i] = OperationColumns.TIMED;
        }
        return new OperationColumns(
                NcclFunction.ALL_REDUCE,
                "RING",
                "SIMPLE",
                count,
                sequence,
                sequence.clone(),
                new long[count],
                new long[count],
                start,
                stop,
                new long[count],
                flags);
    }
}
