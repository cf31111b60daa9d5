// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.HardwareFact;
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
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionCounters.Volume;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.ConnectionKey.Owner;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.core.model.connection.TransferHistogram;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A batch that uses every field of version 1.3; `testdata/wire-v1.3.feed` holds its bytes, and those of 1.2, 1.1 and
/// 1.0 hold what these versions have of it.
final class SampleFeed {
    private static final SeriesKey ALL_REDUCE =
            new SeriesKey(NcclFunction.ALL_REDUCE, "RING", "SIMPLE", new SizeClass(20), OperationKind.KERNEL);
    private static final SeriesKey RECV = new SeriesKey(NcclFunction.RECV, "", "", SizeClass.OTHER, OperationKind.SELF);

    private static final HardwareFact XID =
            new HardwareFact("gpu3", OptionalInt.of(3), HardwareFact.Kind.FAULT, 1, "xid 79");
    private static final HardwareFact RETRIES =
            new HardwareFact("mlx5_0:1", OptionalInt.empty(), HardwareFact.Kind.LINK_ERRORS, 12_345, "");
    private static final HardwareFact TOLD = new HardwareFact(
            HardwareFact.JOB + "1234.0",
            OptionalInt.empty(),
            HardwareFact.Kind.JOB_ERROR,
            2,
            "net.completion_error retry_exc_err");

    private SampleFeed() {}

    static NodeFeed feed() {
        return feedOfVersion11().with(List.of(XID, RETRIES, TOLD));
    }

    static NodeFeed feedOfVersion12() {
        return feedOfVersion11().with(List.of(XID, RETRIES));
    }

    static NodeFeed feedOfVersion11() {
        return feed(connections());
    }

    static NodeFeed feedOfVersion10() {
        return feed(List.of());
    }

    private static NodeFeed feed(List<ConnectionCounters> connections) {
        return new NodeFeed(
                "node-a",
                "7f3c0f9e-1111-4222-8333-944445555666-812345678",
                17,
                1_764_512_345_678_901_234L,
                812_345_678_901L,
                3,
                List.of(running(connections), gone()),
                Map.of("batches_dropped", 2L),
                List.of());
    }

    private static ProcessFeed running(List<ConnectionCounters> connections) {
        return new ProcessFeed(
                new ProcessKey("7f3c0f9e-1111-4222-8333-944445555666", 4242, 81_234),
                ProcessLife.RUNNING,
                "1234.0",
                Optional.of("1000/1234.0/0/9f31c2d4e5a60718"),
                OptionalInt.of(16),
                Optional.of("2.30.7"),
                List.of(communicator(connections)),
                Map.of("ring_overwritten", 5L, "stale_handle", 1L));
    }

    private static CommunicatorFeed communicator(List<ConnectionCounters> connections) {
        return new CommunicatorFeed(
                new CommunicatorIdentity(
                        "9f31c2d4e5a60718",
                        0,
                        "default_pg",
                        OptionalInt.of(3),
                        OptionalInt.of(16),
                        OptionalInt.of(2),
                        OptionalInt.of(3),
                        Optional.of(new GpuIdentity(
                                OptionalInt.of(3),
                                Optional.of("GPU-11111111-2222-3333-4444-555555555555"),
                                Optional.of("0000:0f:00.0")))),
                false,
                new Progress(OptionalLong.of(104), OptionalLong.of(103), OptionalLong.of(102), 2),
                List.of(
                        new OperationInFlight(
                                ALL_REDUCE, 103, OptionalLong.of(51), OptionalInt.empty(), 1 << 20, 4_500_000, 8, 3),
                        new OperationInFlight(
                                RECV, 104, OptionalLong.empty(), OptionalInt.of(2), 4096, 3_000_000, 0, 0)),
                List.of(new SeriesDelta(ALL_REDUCE, 100, 100L << 20, 98, 123_456_789)),
                List.of(
                        new ChannelCounters(0, 98, 0, 1_234, 120_000_000),
                        new ChannelCounters(1, 98, 2_345, 0, 119_000_000)),
                connections,
                List.of(columns()),
                123_000_000);
    }

    private static List<ConnectionCounters> connections() {
        return List.of(
                new ConnectionCounters(
                        ConnectionKey.of(8, Direction.SEND, 3),
                        new Volume(98, 784, 784L << 19, 0),
                        25,
                        new StepStates(1_000_000, 20_000, 3_000_000, 0),
                        TransferHistogram.EMPTY,
                        new Network(Network.IB, 1 << 31 | 2, 784, 784L << 19),
                        new Standing(1, 16, new StepStates(5, 0, 3, 0))),
                new ConnectionCounters(
                        new ConnectionKey(OptionalInt.empty(), Direction.RECEIVE, 0, Owner.NEIGHBOUR),
                        new Volume(3, 9, 9_000, 2),
                        0,
                        StepStates.NONE,
                        TransferHistogram.EMPTY,
                        Network.UNTOLD,
                        Standing.NOTHING));
    }

    private static OperationColumns columns() {
        return new OperationColumns(
                NcclFunction.ALL_REDUCE,
                "RING",
                "SIMPLE",
                3,
                new long[] {48, 49, 50},
                new long[] {98, 100, 102},
                new long[] {1 << 20, 1 << 20, 1 << 20},
                new long[] {812_000_000_000L, 812_010_500_000L, 812_020_750_000L},
                new long[] {55_000_000_000L, 55_010_600_000L, 55_020_800_000L},
                new long[] {55_001_250_000L, 55_011_850_123L, 55_022_050_456L},
                new long[] {OperationColumns.NONE, 9_350_000, 8_949_877},
                new byte[] {OperationColumns.TIMED, OperationColumns.TIMED | OperationColumns.FUSED, 0});
    }

    private static ProcessFeed gone() {
        return new ProcessFeed(
                new ProcessKey("7f3c0f9e-1111-4222-8333-944445555666", 4243, 81_240),
                ProcessLife.GONE,
                "1234.0",
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                List.of(),
                Map.of());
    }
}
