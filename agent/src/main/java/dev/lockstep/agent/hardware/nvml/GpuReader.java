// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nvml;

import dev.lockstep.agent.hardware.sysfs.CounterTotals;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.device.GpuCount;
import dev.lockstep.core.model.device.GpuGauge;
import dev.lockstep.core.model.device.GpuHealth;
import dev.lockstep.core.model.device.Throttle;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Asks one GPU how it is. What it is does not change and is asked once.
final class GpuReader {
    private static final double MILLI = 1e-3;
    private static final double MEGA = 1e6;
    private static final double PERCENT = 1e-2;
    private static final int SM = 1;
    private static final int MEMORY = 2;
    private static final int TO_HOST = 0;
    private static final int FROM_HOST = 1;
    private static final int CORRECTED = 0;
    private static final int UNCORRECTED = 1;
    private static final int IN_ITS_LIFE = 1;
    private static final int MEMORY_TEMPERATURE = 82;

    private final NvmlDevice device;
    private final GpuIdentity gpu;
    private final GpuHealth.Identity identity;
    private final CounterTotals totals;

    GpuReader(NvmlDevice device, int index, Optional<String> driver, CounterTotals totals) {
        this.device = device;
        this.totals = totals;
        this.gpu = new GpuIdentity(OptionalInt.of(index), device.text("nvmlDeviceGetUUID"), device.pciBusId());
        this.identity = new GpuHealth.Identity(
                device.text("nvmlDeviceGetName"), device.text("nvmlDeviceGetVbiosVersion"), driver, device.fabric());
    }

    GpuIdentity gpu() {
        return gpu;
    }

    NvmlDevice device() {
        return device;
    }

    GpuHealth read() {
        Map<GpuGauge, Double> gauges = new EnumMap<>(GpuGauge.class);
        put(gauges, GpuGauge.TEMPERATURE, device.small("nvmlDeviceGetTemperature", 0), 1);
        put(gauges, GpuGauge.MEMORY_TEMPERATURE, device.field(MEMORY_TEMPERATURE, 0), 1);
        put(gauges, GpuGauge.POWER, device.small("nvmlDeviceGetPowerUsage"), MILLI);
        put(gauges, GpuGauge.POWER_LIMIT, device.small("nvmlDeviceGetEnforcedPowerLimit"), MILLI);
        put(gauges, GpuGauge.SM_CLOCK, device.small("nvmlDeviceGetClockInfo", SM), MEGA);
        put(gauges, GpuGauge.SM_CLOCK_MAX, device.small("nvmlDeviceGetMaxClockInfo", SM), MEGA);
        put(gauges, GpuGauge.MEMORY_CLOCK, device.small("nvmlDeviceGetClockInfo", MEMORY), MEGA);
        put(gauges, GpuGauge.UTILIZATION, device.smallAt("nvmlDeviceGetUtilizationRates", 0), PERCENT);
        put(gauges, GpuGauge.MEMORY_USED, device.largeAt("nvmlDeviceGetMemoryInfo", 2), 1);
        put(gauges, GpuGauge.PCIE_SENT, device.small("nvmlDeviceGetPcieThroughput", TO_HOST), 1024);
        put(gauges, GpuGauge.PCIE_RECEIVED, device.small("nvmlDeviceGetPcieThroughput", FROM_HOST), 1024);
        put(gauges, GpuGauge.PROCESSES, device.processes(), 1);
        Map<GpuCount, Long> counts = new EnumMap<>(GpuCount.class);
        String ecc = "nvmlDeviceGetTotalEccErrors";
        count(counts, GpuCount.ECC_CORRECTED, device.large(ecc, CORRECTED, IN_ITS_LIFE));
        count(counts, GpuCount.ECC_UNCORRECTED, device.large(ecc, UNCORRECTED, IN_ITS_LIFE));
        OptionalLong[] rows = device.remappedRows();
        count(counts, GpuCount.ROWS_CORRECTED, rows[0]);
        count(counts, GpuCount.ROWS_UNCORRECTED, rows[1]);
        put(gauges, GpuGauge.REMAP_PENDING, rows[2], 1);
        put(gauges, GpuGauge.REMAP_FAILED, rows[3], 1);
        return new GpuHealth(gpu, identity, gauges, counts, throttles());
    }

    private Optional<Set<Throttle>> throttles() {
        OptionalLong mask = device.large("nvmlDeviceGetCurrentClocksThrottleReasons");
        if (mask.isEmpty()) {
            return Optional.empty();
        }
        Set<Throttle> reasons = EnumSet.noneOf(Throttle.class);
        for (Throttle reason : Throttle.values()) {
            if (reason.isIn(mask.getAsLong())) {
                reasons.add(reason);
            }
        }
        return Optional.of(reasons);
    }

    private static void put(Map<GpuGauge, Double> gauges, GpuGauge gauge, OptionalLong value, double unit) {
        if (value.isPresent()) {
            gauges.put(gauge, value.getAsLong() * unit);
        }
    }

    private void count(Map<GpuCount, Long> counts, GpuCount count, OptionalLong value) {
        if (value.isPresent()) {
            counts.put(count, totals.take(name(), count.name(), value.getAsLong()));
        }
    }

    /// `gpu3`, as its links are called too.
    String name() {
        return "gpu" + gpu.index().orElse(0);
    }
}
