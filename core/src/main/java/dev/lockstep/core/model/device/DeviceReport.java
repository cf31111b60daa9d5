// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

import java.util.List;

/// All that one source says of the hardware of its node at a moment.
public record DeviceReport(List<DeviceLink> links, List<GpuHealth> gpus, List<DeviceFault> faults) {
    /// Nothing.
    public static final DeviceReport NONE = new DeviceReport(List.of(), List.of(), List.of());

    public DeviceReport {
        links = List.copyOf(links);
        gpus = List.copyOf(gpus);
        faults = List.copyOf(faults);
    }

    /// Only links.
    public static DeviceReport ofLinks(List<DeviceLink> links) {
        return new DeviceReport(links, List.of(), List.of());
    }

    /// Only faults.
    public static DeviceReport ofFaults(List<DeviceFault> faults) {
        return new DeviceReport(List.of(), List.of(), faults);
    }

    /// The faults of the first report that has any: the kernel's log, NVML and dcgm-exporter tell the same ones, each
    /// with a count of its own.
    public static List<DeviceFault> faultsOfFirst(List<DeviceReport> reports) {
        return reports.stream()
                .map(DeviceReport::faults)
                .filter(faults -> !faults.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /// Whether it says nothing.
    public boolean isEmpty() {
        return links.isEmpty() && gpus.isEmpty() && faults.isEmpty();
    }
}
