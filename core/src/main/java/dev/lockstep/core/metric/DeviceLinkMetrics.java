// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.ArrayList;
import java.util.List;

/// The families about links of devices: what the whole device moved and suffered, whoever used it. Counters are those
/// of the device, carried on where it begins anew or runs over, so that none goes back while the agent lives.
public final class DeviceLinkMetrics {
    private static final String LINKS = "links";
    private static final String COUNTED = "links × directions that are counted";
    private static final List<MetricLabel> LINK =
            List.of(MetricLabel.NODE, MetricLabel.KIND, MetricLabel.DEVICE, MetricLabel.GPU);

    /// What it is made of.
    public static final MetricFamily INFO = new MetricFamily(
            "lockstep_device_link_info",
            MetricKind.INFO,
            MetricUnit.NONE,
            "What a device's link is made of: PCI address, driver, firmware, board, network interface.",
            with(
                    MetricLabel.PCI_BUS_ID,
                    MetricLabel.DRIVER,
                    MetricLabel.FIRMWARE,
                    MetricLabel.BOARD_ID,
                    MetricLabel.NETDEV),
            LINKS,
            NcclMetrics.V1);

    /// Whether it is up.
    public static final MetricFamily UP = gauge(
            "lockstep_device_link_up", "1 while the link is up, 0 while it is down. No series where it does not say.");

    /// What it can carry now.
    public static final MetricFamily CAPACITY = gauge(
            "lockstep_device_link_capacity_bytes_per_second",
            "Bytes a second that the link can carry in one direction as it stands, coding taken off.");

    /// What it could carry.
    public static final MetricFamily CAPACITY_MAX = gauge(
            "lockstep_device_link_capacity_max_bytes_per_second",
            "Bytes a second that both ends of the link could carry. More than its capacity: it runs slower or narrower"
                    + " than it could. A GPU may lower the speed of its PCIe link while it has nothing to do.");

    /// Its lanes.
    public static final MetricFamily LANES = gauge("lockstep_device_link_lanes", "Lanes of the link that are in use.");

    /// Lanes it could have.
    public static final MetricFamily LANES_MAX =
            gauge("lockstep_device_link_lanes_max", "Lanes that both ends of the link have.");

    /// Bytes.
    public static final MetricFamily BYTES = new MetricFamily(
            "lockstep_device_link_bytes_total",
            MetricKind.COUNTER,
            MetricUnit.BYTES,
            "Bytes that the link moved, whoever used it.",
            with(MetricLabel.DIRECTION),
            COUNTED,
            NcclMetrics.V1);

    /// Packets.
    public static final MetricFamily PACKETS = counter(
            "lockstep_device_link_packets_total", "Packets that the link moved.", with(MetricLabel.DIRECTION), COUNTED);

    /// Errors.
    public static final MetricFamily ERRORS = counter(
            "lockstep_device_link_errors_total",
            "What the link suffered, by what it was. No series of an error that the device does not count.",
            with(MetricLabel.ERROR),
            "links × errors that are counted, 15 at most");

    /// Congestion.
    public static final MetricFamily CONGESTION = counter(
            "lockstep_device_link_congestion_total",
            "Signs of congestion at the link. None of them is a fault of the link by itself.",
            with(MetricLabel.SIGNAL),
            "links × signals that are counted, 5 at most");

    /// Counters that began anew.
    public static final MetricFamily RESETS = counter(
            "lockstep_device_link_resets_total",
            "How often the device's own counters of the link began anew, as after a reset of the device or by hand.",
            LINK,
            LINKS);

    private DeviceLinkMetrics() {}

    static List<MetricFamily> all() {
        return List.of(INFO, UP, CAPACITY, CAPACITY_MAX, LANES, LANES_MAX, BYTES, PACKETS, ERRORS, CONGESTION, RESETS);
    }

    private static List<MetricLabel> with(MetricLabel... more) {
        List<MetricLabel> labels = new ArrayList<>(LINK);
        labels.addAll(List.of(more));
        return labels;
    }

    private static MetricFamily gauge(String name, String help) {
        return new MetricFamily(name, MetricKind.GAUGE, MetricUnit.NONE, help, LINK, LINKS, NcclMetrics.V1);
    }

    private static MetricFamily counter(String name, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.COUNTER, MetricUnit.NONE, help, labels, series, NcclMetrics.V1);
    }
}
