// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.cluster;

import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.bench.cluster.TrainingJob.Group;
import dev.lockstep.bench.cluster.TrainingJob.Operation;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.core.model.device.DeviceReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What the agent of one node would know at a moment, computed from the time that the job has run.
final class PlayedNode {
    private static final String SOURCE = "shared_memory";
    private static final int CHANNELS = 16;
    /// Durations lie around the mean by these factors, evenly.
    private static final double[] SPREAD = {0.84, 0.9, 0.95, 1.0, 1.05, 1.1, 1.16};

    private final TrainingJob job;
    private final int node;
    private final Instant start;

    PlayedNode(TrainingJob job, int node, Instant start) {
        this.job = job;
        this.node = node;
        this.start = start;
    }

    String name() {
        return "node-%04d".formatted(node);
    }

    NodeSnapshot at(Instant now) {
        double seconds = Duration.between(start, now).toMillis() / 1e3;
        List<ProcessSnapshot> ranks = IntStream.range(0, job.gpus())
                .mapToObj(gpu -> rank(gpu, seconds))
                .toList();
        SourceSnapshot source = new SourceSnapshot(
                SOURCE,
                new SourceState.Fresh(),
                ranks,
                List.of(),
                DeviceReport.NONE,
                Map.of(),
                ranks.size(),
                Map.of(),
                now,
                Optional.of(now),
                Duration.ofMillis(2),
                List.of());
        return NodeSnapshot.starting(name(), start, List.of(SOURCE)).with(source, List.of(SOURCE));
    }

    private ProcessSnapshot rank(int gpu, double seconds) {
        ProcessIdentity process =
                new ProcessIdentity(name(), 1_000 + gpu, "4711.0", Optional.of("2.30.7"), OptionalInt.of(6));
        List<CommunicatorSnapshot> groups = job.groups(node, gpu).stream()
                .map(group -> communicator(group, gpu, seconds))
                .toList();
        return new ProcessSnapshot(process, groups, Map.of(), Map.of());
    }

    private CommunicatorSnapshot communicator(Group group, int gpu, double seconds) {
        long wait = job.waitNanos(group, node, gpu);
        List<OperationSeries> series = new ArrayList<>();
        long busy = 0;
        long operations = 0;
        for (Operation operation : group.operations()) {
            long calls = (long) (operation.perSecond() * seconds);
            operations += calls;
            busy += calls * (operation.nanos() + wait);
            series.add(series(operation, calls, operation.nanos() + wait));
        }
        return new CommunicatorSnapshot(
                identity(group, gpu), series, inFlight(group), channels(group, operations, busy), busy, false);
    }

    private CommunicatorIdentity identity(Group group, int gpu) {
        return new CommunicatorIdentity(
                group.id(),
                0,
                group.name(),
                OptionalInt.of(group.commRank()),
                OptionalInt.of(group.ranks()),
                OptionalInt.of(group.nodes()),
                OptionalInt.of(node * job.gpus() + gpu),
                Optional.of(new GpuIdentity(
                        OptionalInt.of(gpu),
                        Optional.of("GPU-%08x-0000-0000-0000-%012x".formatted(node, gpu)),
                        Optional.of("0000:%02x:00.0".formatted(16 + gpu)))));
    }

    private static OperationSeries series(Operation operation, long calls, long meanNanos) {
        long[] counts = new long[DurationBuckets.COUNT];
        long sum = 0;
        for (int i = 0; i < SPREAD.length; i++) {
            long share = (calls + i) / SPREAD.length;
            long nanos = (long) (meanNanos * SPREAD[i]);
            counts[DurationBuckets.indexOf(nanos)] += share;
            sum += share * nanos;
        }
        return new OperationSeries(
                key(operation), calls, calls * operation.sizeBytes(), DurationHistogram.of(counts, sum), 0, 0, 0);
    }

    private static SeriesKey key(Operation operation) {
        return new SeriesKey(
                operation.function(),
                operation.algorithm(),
                operation.protocol(),
                SizeClass.of(operation.sizeBytes()),
                OperationKind.KERNEL);
    }

    /// Each function has one operation on its way, as when a host runs ahead of its GPU.
    private static List<OperationInFlight> inFlight(Group group) {
        return group.operations().stream()
                .collect(Collectors.toMap(Operation::function, Function.identity(), (first, _) -> first))
                .values()
                .stream()
                .map(one -> new OperationInFlight(
                        key(one), 7, OptionalLong.of(7), OptionalInt.empty(), one.sizeBytes(), one.nanos(), 2, 0))
                .toList();
    }

    private static List<ChannelCounters> channels(Group group, long operations, long busyNanos) {
        IntStream channels = group.nodes() > 1 ? IntStream.range(0, CHANNELS) : IntStream.of(ChannelCounters.OTHER);
        return channels.mapToObj(channel -> new ChannelCounters(
                        channel, operations, operations * 200, operations * 300, busyNanos - operations * 500))
                .toList();
    }

    /// Series of its scrape by the formula of docs/metrics.md, with histograms in the classic form or the native one.
    long predictedSeries(boolean classic) {
        long series = 15 + 6;
        long communicators = IntStream.range(0, job.gpus())
                .boxed()
                .flatMap(gpu -> job.groups(node, gpu).stream())
                .map(Group::id)
                .distinct()
                .count();
        series += communicators;
        for (int gpu = 0; gpu < job.gpus(); gpu++) {
            series += 3;
            for (Group group : job.groups(node, gpu)) {
                long functions = group.operations().stream()
                        .map(Operation::function)
                        .distinct()
                        .count();
                long sized = group.operations().size();
                long channels = group.nodes() > 1 ? CHANNELS : 1;
                series += 2 + 4 * channels + 2 * functions + sized + (classic ? 29 * sized : 0) + 3 * sized;
            }
        }
        return series;
    }
}
