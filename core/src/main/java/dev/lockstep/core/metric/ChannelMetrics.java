// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.List;

/// The families about the channels of a communicator: one slow rail shows here although the longest channel hides it.
/// For NVLink and PCIe, where no proxy tells of steps, this is the sign of a slow path.
public final class ChannelMetrics {
    private static final String SERIES = "shown channels";

    /// How often a channel was used.
    public static final MetricFamily OPERATIONS =
            counter("nccl_channel_operations_total", MetricUnit.NONE, "Operations that used the channel.");

    /// How long a channel ran.
    public static final MetricFamily BUSY = counter(
            "nccl_channel_busy_seconds_total",
            MetricUnit.SECONDS,
            "Time in which the channel itself ran, summed over its operations. The slow one of equal channels has most.");

    /// How late a channel starts.
    public static final MetricFamily START_LAG = counter(
            "nccl_channel_start_lag_seconds_total",
            MetricUnit.SECONDS,
            "How far the channel started behind its operation's first channel, summed over its operations.");

    /// How early a channel stops.
    public static final MetricFamily STOP_LAG = counter(
            "nccl_channel_stop_lag_seconds_total",
            MetricUnit.SECONDS,
            "How far the channel stopped ahead of its operation's last channel, summed over its operations. It grows on"
                    + " all channels but the slow one.");

    private ChannelMetrics() {}

    static List<MetricFamily> all() {
        return List.of(OPERATIONS, BUSY, START_LAG, STOP_LAG);
    }

    private static MetricFamily counter(String name, MetricUnit unit, String help) {
        return new MetricFamily(
                name, MetricKind.COUNTER, unit, help, NcclMetrics.with(MetricLabel.CHANNEL), SERIES, NcclMetrics.V1);
    }
}
