// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.List;

/// The families about what NCCL moves between nodes: where a step waits tells whether the sender, the wire or the
/// receiver is slow.
public final class LinkMetrics {
    private static final String SERIES = "links";

    /// What was moved.
    public static final MetricFamily BYTES =
            counter("nccl_link_bytes_total", MetricUnit.BYTES, "Bytes that NCCL sent to the peer or received from it.");

    /// In how many steps.
    public static final MetricFamily STEPS = counter(
            "nccl_link_steps_total", MetricUnit.NONE, "Network steps that ended, each a piece of an operation.");

    /// How many of them were timed.
    public static final MetricFamily TIMED_STEPS = counter(
            "nccl_link_timed_steps_total",
            MetricUnit.NONE,
            "Steps among nccl_link_steps_total that were timed: one of 32, unless the job's control file says otherwise.");

    /// Where timed steps were.
    public static final MetricFamily STEP_SECONDS = new MetricFamily(
            "nccl_link_step_seconds_total",
            MetricKind.COUNTER,
            MetricUnit.SECONDS,
            "Time of the timed steps by state. Divide by nccl_link_timed_steps_total for the mean of a step."
                    + " `gpu_wait` is the own GPU, `peer_wait` a peer without room, `send_wait` and `recv_wait` the network.",
            NcclMetrics.with(
                    MetricLabel.PEER, MetricLabel.DIRECTION, MetricLabel.TRANSPORT, MetricLabel.NIC, MetricLabel.STATE),
            "3 × sending links + 4 × receiving links",
            NcclMetrics.V1);

    /// How long they were on the network.
    public static final MetricFamily TRANSFER = new MetricFamily(
            "nccl_link_transfer_seconds",
            MetricKind.HISTOGRAM,
            MetricUnit.SECONDS,
            "Time of the timed steps on the network: from the send's request to its completion, or from the receive's"
                    + " request to the data.",
            labels(),
            SERIES,
            NcclMetrics.V1);

    private LinkMetrics() {}

    static List<MetricFamily> all() {
        return List.of(BYTES, STEPS, TIMED_STEPS, STEP_SECONDS, TRANSFER);
    }

    private static List<MetricLabel> labels() {
        return NcclMetrics.with(MetricLabel.PEER, MetricLabel.DIRECTION, MetricLabel.TRANSPORT, MetricLabel.NIC);
    }

    private static MetricFamily counter(String name, MetricUnit unit, String help) {
        return new MetricFamily(name, MetricKind.COUNTER, unit, help, labels(), SERIES, NcclMetrics.V1);
    }
}
