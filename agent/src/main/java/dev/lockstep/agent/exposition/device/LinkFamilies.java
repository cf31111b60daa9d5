// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.device;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.core.metric.DeviceLinkMetrics;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.LinkRate;
import dev.lockstep.core.model.device.LinkTotals;
import dev.lockstep.core.model.device.LinkTotals.Traffic;
import java.util.HashSet;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/// Links of devices. What a device does not say has no series.
final class LinkFamilies {
    private final Families families;
    private final LabelSet node;
    private final Set<String> shown = new HashSet<>();

    LinkFamilies(Families families, String node) {
        this.families = families;
        this.node = LabelSet.of(MetricLabel.NODE, node);
    }

    void add(DeviceLink link) {
        if (!shown.add(link.kind() + link.device())) {
            return;
        }
        LabelSet labels = node.and(MetricLabel.KIND, link.kind().label())
                .and(MetricLabel.DEVICE, link.device())
                .and(MetricLabel.GPU, link.gpu());
        DeviceLink.Identity identity = link.identity();
        if (!identity.equals(DeviceLink.Identity.UNKNOWN)) {
            families.info(
                    DeviceLinkMetrics.INFO,
                    labels.and(MetricLabel.PCI_BUS_ID, identity.pciBusId())
                            .and(MetricLabel.DRIVER, identity.driver())
                            .and(MetricLabel.FIRMWARE, identity.firmware())
                            .and(MetricLabel.BOARD_ID, identity.board())
                            .and(MetricLabel.NETDEV, identity.netDevice()));
        }
        add(link.rate(), labels);
        add(link.totals(), labels);
    }

    private void add(LinkRate rate, LabelSet labels) {
        rate.isUp().ifPresent(isUp -> families.gauge(DeviceLinkMetrics.UP, labels, isUp ? 1 : 0));
        gauge(DeviceLinkMetrics.CAPACITY, labels, rate.bytesPerSecond());
        gauge(DeviceLinkMetrics.CAPACITY_MAX, labels, rate.bytesPerSecondMax());
        gauge(DeviceLinkMetrics.LANES, labels, rate.lanes());
        gauge(DeviceLinkMetrics.LANES_MAX, labels, rate.lanesMax());
    }

    private void gauge(MetricFamily family, LabelSet labels, OptionalDouble value) {
        if (value.isPresent()) {
            families.gauge(family, labels, value.getAsDouble());
        }
    }

    private void gauge(MetricFamily family, LabelSet labels, OptionalInt value) {
        if (value.isPresent()) {
            families.gauge(family, labels, value.getAsInt());
        }
    }

    private void add(LinkTotals totals, LabelSet labels) {
        add(DeviceLinkMetrics.BYTES, labels, totals.bytes());
        add(DeviceLinkMetrics.PACKETS, labels, totals.packets());
        new TreeMap<>(totals.errors())
                .forEach((error, count) -> families.counter(
                        DeviceLinkMetrics.ERRORS, labels.and(MetricLabel.ERROR, error.label()), (double) count));
        new TreeMap<>(totals.signals())
                .forEach((signal, count) -> families.counter(
                        DeviceLinkMetrics.CONGESTION, labels.and(MetricLabel.SIGNAL, signal.label()), (double) count));
        if (!totals.equals(LinkTotals.NONE)) {
            families.counter(DeviceLinkMetrics.RESETS, labels, (double) totals.resets());
        }
    }

    private void add(MetricFamily family, LabelSet labels, Traffic traffic) {
        counter(family, labels.and(MetricLabel.DIRECTION, "send"), traffic.sent());
        counter(family, labels.and(MetricLabel.DIRECTION, "recv"), traffic.received());
    }

    private void counter(MetricFamily family, LabelSet labels, OptionalLong value) {
        if (value.isPresent()) {
            families.counter(family, labels, (double) value.getAsLong());
        }
    }
}
