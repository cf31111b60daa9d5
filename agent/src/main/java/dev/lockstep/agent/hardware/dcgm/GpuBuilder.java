// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.dcgm;

import dev.lockstep.agent.hardware.dcgm.DcgmNames.Use;
import dev.lockstep.agent.hardware.sysfs.CounterTotals;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.cause.dcgm.GpuMetric;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.GpuCount;
import dev.lockstep.core.model.device.GpuGauge;
import dev.lockstep.core.model.device.GpuHealth;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkKind;
import dev.lockstep.core.model.device.LinkRate;
import dev.lockstep.core.model.device.LinkTotals;
import dev.lockstep.core.model.device.LinkTotals.Traffic;
import dev.lockstep.core.model.device.Throttle;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Puts the samples of one GPU of one scrape together.
final class GpuBuilder {
    private final CounterTotals totals;
    private final GpuIdentity gpu;
    private final GpuHealth.Identity identity;
    private final Map<GpuGauge, Double> gauges = new EnumMap<>(GpuGauge.class);
    private final Map<GpuCount, Long> counts = new EnumMap<>(GpuCount.class);
    private final Map<LinkError, Long> errors = new EnumMap<>(LinkError.class);
    private Optional<Set<Throttle>> throttles = Optional.empty();
    private int lastXid;

    GpuBuilder(GpuMetric any, CounterTotals totals) {
        this.totals = totals;
        Map<String, String> labels = any.labels();
        this.gpu = new GpuIdentity(
                index(any), labelled(labels, "UUID").or(() -> labelled(labels, "uuid")), pciBusId(labels));
        this.identity = new GpuHealth.Identity(
                labelled(labels, "modelName"),
                Optional.empty(),
                labelled(labels, "DCGM_FI_DRIVER_VERSION"),
                Optional.empty());
    }

    private static Optional<String> labelled(Map<String, String> labels, String name) {
        return Optional.ofNullable(labels.get(name)).filter(value -> !value.isEmpty());
    }

    static OptionalInt index(GpuMetric metric) {
        return labelled(metric.labels(), "gpu").map(Numbers::small).orElse(OptionalInt.empty());
    }

    /// `00000000:1B:00.0` becomes `0000:1b:00.0`.
    private static Optional<String> pciBusId(Map<String, String> labels) {
        return labelled(labels, "pci_bus_id")
                .map(busId -> busId.toLowerCase(Locale.ROOT))
                .map(busId -> busId.matches("0000[0-9a-f]{4}:.*") ? busId.substring(4) : busId);
    }

    void add(Use use, double value) {
        switch (use) {
            case Use.Gauge(GpuGauge gauge, double unit) -> gauges.put(gauge, value * unit);
            case Use.Count(GpuCount count) -> counts.put(count, totals.take(name(), count.name(), (long) value));
            case Use.NvLink(LinkError error) -> errors.put(error, totals.take(name(), error.name(), (long) value));
            case Use.Reasons() -> throttles = Optional.of(reasons((long) value));
            case Use.LastXid() -> lastXid = (int) value;
        }
    }

    private static Set<Throttle> reasons(long mask) {
        Set<Throttle> reasons = EnumSet.noneOf(Throttle.class);
        for (Throttle reason : Throttle.values()) {
            if (reason.isIn(mask)) {
                reasons.add(reason);
            }
        }
        return reasons;
    }

    String name() {
        return "gpu" + gpu.index().orElse(0);
    }

    GpuIdentity gpu() {
        return gpu;
    }

    /// 0 if there was none.
    int lastXid() {
        return lastXid;
    }

    GpuHealth health() {
        return new GpuHealth(gpu, identity, gauges, counts, throttles);
    }

    /// All NVLinks of the GPU as one: dcgm-exporter adds them up.
    Optional<DeviceLink> links() {
        if (errors.isEmpty()) {
            return Optional.empty();
        }
        LinkTotals suffered = new LinkTotals(Traffic.NONE, Traffic.NONE, errors, Map.of(), totals.resets(name()));
        return Optional.of(new DeviceLink(
                LinkKind.NVLINK,
                name() + "/nvlink",
                gpu.index(),
                DeviceLink.Identity.UNKNOWN,
                LinkRate.UNKNOWN,
                suffered));
    }
}
