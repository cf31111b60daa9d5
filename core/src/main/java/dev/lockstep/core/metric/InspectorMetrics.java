// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.ArrayList;
import java.util.List;

/// The families that Inspector's `.prom` files feed. They are gauges of a mean or of one operation, as those files hold
/// no counts: their names say so, and they cannot be mistaken for the histograms.
public final class InspectorMetrics {
    private static final String V1 = "0.1.0";

    private static final List<MetricLabel> OPERATIONS = List.of(
            MetricLabel.NODE,
            MetricLabel.UUID,
            MetricLabel.JOB_ID,
            MetricLabel.COMM,
            MetricLabel.COMM_RANK,
            MetricLabel.COMM_NAME,
            MetricLabel.NRANKS,
            MetricLabel.NNODES,
            MetricLabel.MESSAGE_SIZE);

    private static final String MEAN =
            "over the last interval (30 s or more) of Inspector's Prometheus mode, of what its"
                    + " ring still held then; of NCCL 2.30.";
    private static final String LAST = "of the communicator's last operation before the last write of Inspector's"
            + " Prometheus mode; of NCCL 2.29.";

    /// Mean time of collectives.
    public static final MetricFamily COLLECTIVE_MEAN = seconds(
            "nccl_inspector_collective_duration_mean_seconds",
            "Arithmetic mean time of collectives " + MEAN,
            MetricLabel.COLLECTIVE,
            MetricLabel.ALGO,
            MetricLabel.PROTO);

    /// Mean bus bandwidth of collectives.
    public static final MetricFamily COLLECTIVE_BANDWIDTH_MEAN = bandwidth(
            "nccl_inspector_collective_bus_bandwidth_mean_bytes_per_second",
            "Geometric mean bus bandwidth of collectives " + MEAN,
            MetricLabel.COLLECTIVE,
            MetricLabel.ALGO,
            MetricLabel.PROTO);

    /// Mean time of Send and Recv.
    public static final MetricFamily P2P_MEAN = seconds(
            "nccl_inspector_p2p_duration_mean_seconds",
            "Arithmetic mean time of Send and Recv " + MEAN,
            MetricLabel.DIRECTION);

    /// Mean bandwidth of Send and Recv.
    public static final MetricFamily P2P_BANDWIDTH_MEAN = bandwidth(
            "nccl_inspector_p2p_bandwidth_mean_bytes_per_second",
            "Geometric mean bandwidth of Send and Recv " + MEAN,
            MetricLabel.DIRECTION);

    /// Time of the last collective.
    public static final MetricFamily COLLECTIVE_LAST =
            seconds("nccl_inspector_collective_duration_last_seconds", "Time " + LAST, MetricLabel.COLLECTIVE);

    /// Bus bandwidth of the last collective.
    public static final MetricFamily COLLECTIVE_BANDWIDTH_LAST = bandwidth(
            "nccl_inspector_collective_bus_bandwidth_last_bytes_per_second",
            "Bus bandwidth " + LAST,
            MetricLabel.COLLECTIVE);

    private InspectorMetrics() {}

    static List<MetricFamily> all() {
        return List.of(
                COLLECTIVE_MEAN,
                COLLECTIVE_BANDWIDTH_MEAN,
                P2P_MEAN,
                P2P_BANDWIDTH_MEAN,
                COLLECTIVE_LAST,
                COLLECTIVE_BANDWIDTH_LAST);
    }

    private static MetricFamily seconds(String name, String help, MetricLabel... more) {
        return gauge(name, MetricUnit.SECONDS, help, more);
    }

    private static MetricFamily bandwidth(String name, String help, MetricLabel... more) {
        return gauge(name, MetricUnit.NONE, help, more);
    }

    private static MetricFamily gauge(String name, MetricUnit unit, String help, MetricLabel... more) {
        List<MetricLabel> labels = new ArrayList<>(OPERATIONS);
        labels.addAll(List.of(more));
        return new MetricFamily(name, MetricKind.GAUGE, unit, help, labels, "lines of `.prom` files", V1);
    }
}
