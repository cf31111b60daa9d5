// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.compat;

import dev.lockstep.agent.exposition.Memberships;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.SeriesKey;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// The four gauges of NVIDIA's NCCL Inspector, made of what the agent has counted, so that its Grafana dashboard works
/// as it is (docs/inspector-prom.md says what differs):
///
/// ```
/// nccl_collective_exec_time_microseconds{algo_proto="RING_SIMPLE",collective="AllReduce",gpu="GPU3",…} 284.8
/// ```
///
/// As Inspector does, it takes windows of 30 s one after the other and shows the last whole one. Any thread may call
/// it.
public final class InspectorGauges {
    /// Inspector's shortest interval.
    static final Duration WINDOW = Duration.ofSeconds(30);

    private static final double NANOS_PER_MICRO = 1e3;
    private static final String TIME_HELP =
            "As NCCL Inspector serves it: mean time in microseconds over the last 30 s. Prefer nccl_*_duration_seconds.";
    private static final String BANDWIDTH_HELP =
            "As NCCL Inspector serves it: bus bandwidth in GB/s over the last 30 s, waits included.";

    private record Counted(ProcessIdentity process, CommunicatorIdentity communicator, SeriesKey series) {}

    /// Of all series with the same labels in a window.
    private record Window(long timed, long nanos, double busBytes) {
        Window plus(Window that) {
            return new Window(timed + that.timed, nanos + that.nanos, busBytes + that.busBytes);
        }
    }

    private Map<Counted, Operations> atBegin = Map.of();
    private Instant begin = Instant.MIN;
    private volatile List<MetricSnapshot> latest = List.of();

    /// Closes the window if it is over; the first one begins when every source was read.
    public synchronized void update(NodeSnapshot snapshot) {
        Instant now = snapshot.takenAt();
        boolean isFirst = begin.equals(Instant.MIN);
        if (!snapshot.pending().isEmpty() || (!isFirst && now.isBefore(begin.plus(WINDOW)))) {
            return;
        }
        Map<Counted, Operations> counted = counted(snapshot.sources());
        if (!isFirst) {
            latest = gauges(snapshot.node(), counted);
        }
        atBegin = counted;
        begin = now;
    }

    /// The gauges of the last window.
    public List<MetricSnapshot> latest() {
        return latest;
    }

    private static Map<Counted, Operations> counted(List<SourceSnapshot> sources) {
        Map<Counted, Operations> counted = new HashMap<>();
        Memberships.of(sources).groups().values().stream().flatMap(List::stream).forEach(membership -> {
            ProcessIdentity process = membership.process().identity();
            CommunicatorIdentity communicator = membership.communicator().identity();
            for (OperationSeries series : membership.communicator().series()) {
                counted.merge(
                        new Counted(process, communicator, series.key()), Operations.of(series), Operations::plus);
            }
        });
        return counted;
    }

    private List<MetricSnapshot> gauges(String node, Map<Counted, Operations> counted) {
        Map<InspectorLabels, Window> windows = new LinkedHashMap<>();
        counted.forEach((series, sums) -> {
            Operations operations = sums.since(atBegin.getOrDefault(series, Operations.NONE));
            if (operations.isTimed()) {
                InspectorLabels labels = InspectorLabels.of(
                        series.process().node().orElse(node),
                        series.process(),
                        series.communicator(),
                        series.series(),
                        operations.meanBytes());
                windows.merge(labels, window(series, operations), Window::plus);
            }
        });
        Map<Boolean, Map<InspectorLabels, Window>> byKind = new LinkedHashMap<>();
        windows.forEach((labels, window) -> byKind.computeIfAbsent(
                        labels.function().isPointToPoint(), _ -> new LinkedHashMap<>())
                .put(labels, window));
        List<MetricSnapshot> gauges = new ArrayList<>();
        byKind.forEach((pointToPoint, ofKind) -> {
            String bandwidth = pointToPoint ? "nccl_p2p_bus_bandwidth_gbs" : "nccl_bus_bandwidth_gbs";
            String time = pointToPoint ? "nccl_p2p_exec_time_microseconds" : "nccl_collective_exec_time_microseconds";
            gauges.add(gauge(bandwidth, BANDWIDTH_HELP, ofKind, window -> window.busBytes() / window.nanos()));
            gauges.add(gauge(time, TIME_HELP, ofKind, window -> window.nanos() / NANOS_PER_MICRO / window.timed()));
        });
        return List.copyOf(gauges);
    }

    private static Window window(Counted series, Operations operations) {
        double factor = series.series()
                .function()
                .busFactor(series.communicator().ranks().orElse(0));
        return new Window(operations.timed(), operations.nanos(), operations.timedBytes() * factor);
    }

    private static MetricSnapshot gauge(
            String name, String help, Map<InspectorLabels, Window> windows, ToDoubleFunction<Window> value) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        windows.forEach((labels, window) ->
                gauge.dataPoint(new GaugeDataPointSnapshot(value.applyAsDouble(window), labels.toLabels(), null)));
        return gauge.build();
    }
}
