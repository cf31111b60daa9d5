// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.device;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.core.metric.DeviceGpuMetrics;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.device.DeviceFault;
import dev.lockstep.core.model.device.GpuCount;
import dev.lockstep.core.model.device.GpuGauge;
import dev.lockstep.core.model.device.GpuHealth;
import dev.lockstep.core.model.device.Throttle;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// GPUs, and what their driver said of them. What a GPU does not tell has no series.
final class GpuFamilies {
    /// A family, and the label that tells its series apart, if there are several.
    private record Shown(MetricFamily family, MetricLabel label, String value) {}

    private static final Map<GpuGauge, Shown> GAUGES = new EnumMap<>(GpuGauge.class);
    private static final Map<GpuCount, Shown> COUNTS = new EnumMap<>(GpuCount.class);

    static {
        gauge(GpuGauge.TEMPERATURE, DeviceGpuMetrics.TEMPERATURE, MetricLabel.SENSOR, "gpu");
        gauge(GpuGauge.MEMORY_TEMPERATURE, DeviceGpuMetrics.TEMPERATURE, MetricLabel.SENSOR, "memory");
        gauge(GpuGauge.POWER, DeviceGpuMetrics.POWER);
        gauge(GpuGauge.POWER_LIMIT, DeviceGpuMetrics.POWER_LIMIT);
        gauge(GpuGauge.SM_CLOCK, DeviceGpuMetrics.CLOCK, MetricLabel.CLOCK, "sm");
        gauge(GpuGauge.SM_CLOCK_MAX, DeviceGpuMetrics.CLOCK, MetricLabel.CLOCK, "sm_max");
        gauge(GpuGauge.MEMORY_CLOCK, DeviceGpuMetrics.CLOCK, MetricLabel.CLOCK, "memory");
        gauge(GpuGauge.UTILIZATION, DeviceGpuMetrics.UTILIZATION);
        gauge(GpuGauge.MEMORY_USED, DeviceGpuMetrics.MEMORY_USED);
        gauge(GpuGauge.PCIE_SENT, DeviceGpuMetrics.PCIE, MetricLabel.DIRECTION, "send");
        gauge(GpuGauge.PCIE_RECEIVED, DeviceGpuMetrics.PCIE, MetricLabel.DIRECTION, "recv");
        gauge(GpuGauge.REMAP_PENDING, DeviceGpuMetrics.REMAP_PENDING);
        gauge(GpuGauge.REMAP_FAILED, DeviceGpuMetrics.REMAP_FAILED);
        gauge(GpuGauge.PROCESSES, DeviceGpuMetrics.PROCESSES);
        count(GpuCount.ECC_CORRECTED, DeviceGpuMetrics.ECC_ERRORS, "corrected");
        count(GpuCount.ECC_UNCORRECTED, DeviceGpuMetrics.ECC_ERRORS, "uncorrected");
        count(GpuCount.ROWS_CORRECTED, DeviceGpuMetrics.ROWS_REMAPPED, "corrected");
        count(GpuCount.ROWS_UNCORRECTED, DeviceGpuMetrics.ROWS_REMAPPED, "uncorrected");
    }

    private final Families families;
    private final LabelSet node;
    private final Set<GpuIdentity> shown = new HashSet<>();
    private final Set<String> faults = new HashSet<>();

    GpuFamilies(Families families, String node) {
        this.families = families;
        this.node = LabelSet.of(MetricLabel.NODE, node);
    }

    private static void gauge(GpuGauge gauge, MetricFamily family) {
        gauge(gauge, family, MetricLabel.NODE, "");
    }

    private static void gauge(GpuGauge gauge, MetricFamily family, MetricLabel label, String value) {
        GAUGES.put(gauge, new Shown(family, label, value));
    }

    private static void count(GpuCount count, MetricFamily family, String value) {
        COUNTS.put(count, new Shown(family, MetricLabel.ECC, value));
    }

    void add(GpuHealth gpu) {
        if (!shown.add(gpu.gpu())) {
            return;
        }
        LabelSet labels = node.and(MetricLabel.GPU, gpu.gpu().index())
                .and(MetricLabel.UUID, gpu.gpu().uuid());
        families.info(
                DeviceGpuMetrics.INFO,
                labels.and(MetricLabel.PCI_BUS_ID, gpu.gpu().pciBusId())
                        .and(MetricLabel.MODEL, gpu.identity().model())
                        .and(MetricLabel.VBIOS, gpu.identity().vbios())
                        .and(MetricLabel.DRIVER, gpu.identity().driver())
                        .and(MetricLabel.FABRIC, gpu.identity().fabric()));
        GAUGES.forEach((gauge, as) -> {
            Double value = gpu.gauges().get(gauge);
            if (value != null) {
                families.gauge(as.family(), labels.and(as.label(), as.value()), value);
            }
        });
        COUNTS.forEach((count, as) -> {
            Long value = gpu.counts().get(count);
            if (value != null) {
                families.counter(as.family(), labels.and(as.label(), as.value()), (double) value);
            }
        });
        gpu.throttles().ifPresent(reasons -> addThrottles(reasons, labels));
    }

    private void addThrottles(Set<Throttle> reasons, LabelSet labels) {
        for (Throttle reason : Throttle.values()) {
            families.gauge(
                    DeviceGpuMetrics.THROTTLED,
                    labels.and(MetricLabel.REASON, reason.label()),
                    reasons.contains(reason) ? 1 : 0);
        }
    }

    void add(DeviceFault fault) {
        String code = fault.code().isPresent() ? Integer.toString(fault.code().getAsInt()) : "";
        String cause = fault.isRoot() ? "itself" : "other";
        if (!faults.add(fault.kind() + fault.pciBusId().orElse("") + code + cause)) {
            return;
        }
        families.counter(
                DeviceGpuMetrics.FAULTS,
                node.and(MetricLabel.GPU, fault.gpu())
                        .and(MetricLabel.PCI_BUS_ID, fault.pciBusId())
                        .and(MetricLabel.EVENT, fault.kind().label())
                        .and(MetricLabel.CODE, code)
                        .and(MetricLabel.CAUSE, cause),
                (double) fault.count());
    }
}
