// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nic;

import dev.lockstep.agent.hardware.sysfs.Sysfs;
import java.nio.file.Path;
import java.util.List;

/// NVIDIA's GPUs among the PCI devices, in the order in which NVML counts them.
final class PciGpus {
    /// PCI devices of a node that are looked at.
    static final int DEVICES_MAX = 4096;

    private PciGpus() {}

    /// Their folders under `bus/pci/devices`.
    static List<Path> in(Path sysfs) {
        return Sysfs.entries(sysfs.resolve("bus/pci/devices"), DEVICES_MAX).stream()
                .filter(PciGpus::isGpu)
                .toList();
    }

    private static boolean isGpu(Path device) {
        String displayClass = Sysfs.text(device.resolve("class")).orElse("");
        return (displayClass.startsWith("0x0302") || displayClass.startsWith("0x0300"))
                && Sysfs.text(device.resolve("vendor")).orElse("").equals("0x10de")
                && Sysfs.targetName(device.resolve("driver")).orElse("").equals("nvidia");
    }
}
