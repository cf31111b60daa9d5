// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent;

import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.KernelPhases;
import dev.lockstep.core.model.Launch;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.ReportedOperation;
import dev.lockstep.core.model.ReportedTiming;
import dev.lockstep.core.model.ReportedTiming.Meaning;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.core.model.connection.TransferHistogram;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/// Made-up processes of a node, for tests.
public final class SampleNode {
    /// Sixteen digits, as the plugin gives them.
    public static final String COMM = "9f0d3c5a7b1e2468";

    private SampleNode() {}

    /// A histogram of these durations.
    public static DurationHistogram histogram(long... nanos) {
        long[] counts = new long[DurationBuckets.COUNT];
        LongStream.of(nanos).forEach(duration -> counts[DurationBuckets.indexOf(duration)]++);
        return DurationHistogram.of(counts, LongStream.of(nanos).sum());
    }

    /// The key of a ring operation timed by its kernel.
    public static SeriesKey key(NcclFunction function, long sizeBytes) {
        return new SeriesKey(function, "RING", "SIMPLE", SizeClass.of(sizeBytes), OperationKind.KERNEL);
    }

    /// A series in which each duration is one call of that size.
    public static OperationSeries series(SeriesKey key, long sizeBytes, long... nanos) {
        return new OperationSeries(key, nanos.length, sizeBytes * nanos.length, histogram(nanos), 0, 0, 0);
    }

    /// An operation that waits.
    public static OperationInFlight inFlight(NcclFunction function, long ageNanos) {
        return new OperationInFlight(
                key(function, 1 << 20), 7, OptionalLong.of(7), OptionalInt.empty(), 1 << 20, ageNanos, 2, 0);
    }

    /// Rank `rank` of eight on GPU `rank`, in communicator `comm`.
    public static CommunicatorIdentity communicator(String comm, int ordinal, int rank) {
        return new CommunicatorIdentity(
                comm,
                ordinal,
                "dp",
                OptionalInt.of(rank),
                OptionalInt.of(8),
                OptionalInt.of(1),
                OptionalInt.of(rank),
                Optional.of(new GpuIdentity(
                        OptionalInt.of(rank),
                        Optional.of("GPU-0000000" + rank + "-1111-2222-3333-444444444444"),
                        Optional.of("0000:1" + rank + ":00.0"))));
    }

    /// The same as Inspector's files tell it: 14 digits, no GPU, no world rank.
    public static CommunicatorIdentity inspected(String comm, int commRank) {
        return new CommunicatorIdentity(
                comm.substring(0, 14),
                0,
                "",
                OptionalInt.of(commRank),
                OptionalInt.of(8),
                OptionalInt.of(1),
                OptionalInt.empty(),
                Optional.empty());
    }

    /// The same communicator over that many nodes.
    public static CommunicatorIdentity onNodes(int nodes, CommunicatorIdentity of) {
        return new CommunicatorIdentity(
                of.id(),
                of.hashOrdinal(),
                of.name(),
                of.commRank(),
                of.ranks(),
                OptionalInt.of(nodes),
                of.worldRank(),
                of.gpu());
    }

    /// A living communicator with nothing in flight.
    public static CommunicatorSnapshot living(CommunicatorIdentity identity, OperationSeries... series) {
        return new CommunicatorSnapshot(identity, List.of(series), List.of(), List.of(), 1_500_000_000, false);
    }

    /// The same one, finalized.
    public static CommunicatorSnapshot ended(CommunicatorSnapshot of) {
        return new CommunicatorSnapshot(of.identity(), of.series(), of.inFlight(), of.channels(), of.busyNanos(), true);
    }

    /// The same one with these operations in flight.
    public static CommunicatorSnapshot waiting(CommunicatorSnapshot of, OperationInFlight... inFlight) {
        return new CommunicatorSnapshot(
                of.identity(), of.series(), List.of(inFlight), of.channels(), of.busyNanos(), of.ended());
    }

    /// The same one with these channels.
    public static CommunicatorSnapshot withChannels(CommunicatorSnapshot of, ChannelCounters... channels) {
        return new CommunicatorSnapshot(
                of.identity(), of.series(), of.inFlight(), List.of(channels), of.busyNanos(), of.ended());
    }

    /// Phases of an AllGather of 12 channels that waited so long, computed for 2 s and ended in 1 s.
    public static KernelPhases phases(long waitedSeconds) {
        return new KernelPhases(
                NcclFunction.ALL_GATHER,
                "ST",
                new KernelPhases.Sum(12, waitedSeconds * 1_000_000_000),
                new KernelPhases.Sum(12, 2_000_000_000),
                new KernelPhases.Sum(12, 1_000_000_000));
    }

    /// The same one with these phases of its kernels.
    public static CommunicatorSnapshot withPhases(CommunicatorSnapshot of, KernelPhases... phases) {
        return new CommunicatorSnapshot(
                of.identity(),
                of.series(),
                of.inFlight(),
                of.channels(),
                List.of(phases),
                of.busyNanos(),
                of.ended(),
                of.ordinals(),
                of.connections());
    }

    /// The same one with these connections.
    public static CommunicatorSnapshot withConnections(CommunicatorSnapshot of, ConnectionCounters... connections) {
        return new CommunicatorSnapshot(
                of.identity(),
                of.series(),
                of.inFlight(),
                of.channels(),
                of.phases(),
                of.busyNanos(),
                of.ended(),
                of.ordinals(),
                List.of(connections));
    }

    /// A hundred steps of 1,000 bytes, ten of them timed: each 1 ms at the GPU, 2 ms at the peer, 4 ms on the network
    /// and, of a receive, 8 ms in the flush.
    public static ConnectionCounters connection(int peer, Direction direction, int channel, int device) {
        long[] transfers = new long[TransferHistogram.COUNT];
        transfers[13] = 10;
        return new ConnectionCounters(
                ConnectionKey.of(peer, direction, channel),
                new ConnectionCounters.Volume(10, 100, 100_000, 0),
                10,
                new StepStates(10_000_000, 20_000_000, 40_000_000, direction == Direction.SEND ? 0 : 80_000_000),
                TransferHistogram.of(transfers),
                new Network(Network.IB, 1 << device, 100, 100_000),
                Standing.NOTHING);
    }

    /// The same one of a source that knows no spans.
    public static CommunicatorSnapshot withoutBusyTime(CommunicatorSnapshot of) {
        return new CommunicatorSnapshot(of.identity(), of.series(), of.inFlight(), of.channels(), 0, of.ended());
    }

    /// A process of job 4242.
    public static ProcessSnapshot process(long pid, CommunicatorSnapshot... communicators) {
        return new ProcessSnapshot(
                new ProcessIdentity("node-a", pid, "4242", Optional.of("2.30.7"), OptionalInt.of(6)),
                List.of(communicators),
                Map.of(),
                Map.of());
    }

    /// The same process, launched so.
    public static ProcessSnapshot launched(ProcessSnapshot of, Launch launch) {
        return new ProcessSnapshot(of.identity(), of.communicators(), of.lost(), of.suspect(), launch);
    }

    /// The same process with these losses.
    public static ProcessSnapshot losing(ProcessSnapshot of, Map<String, Long> lost, Map<String, Long> suspect) {
        return new ProcessSnapshot(of.identity(), of.communicators(), lost, suspect, of.launch());
    }

    /// What was reported of a function on another node.
    public static ReportedTiming reported(Meaning meaning, NcclFunction function) {
        boolean tuned = meaning == Meaning.MEAN && !function.isPointToPoint();
        ReportedOperation operation = new ReportedOperation(
                "node-b",
                "da8b1dae",
                "17",
                "",
                OptionalInt.empty(),
                "TP_0",
                OptionalInt.of(4),
                OptionalInt.of(1),
                function,
                "16-17MB",
                tuned ? "RING" : "",
                tuned ? "LL" : "");
        return new ReportedTiming(meaning, operation, OptionalDouble.of(0.25), OptionalDouble.of(5e9));
    }
}
