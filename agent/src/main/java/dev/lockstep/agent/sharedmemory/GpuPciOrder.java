// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.shm.GpuIndex;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/// The index of a GPU as its place among all GPUs of the machine in the order of their PCI bus ids, which is how NVML
/// counts; a part of a GPU (MIG) has the index of the whole. The driver lists them under `/proc/driver/nvidia/gpus`;
/// where that is hidden, as in a container, the kernel lists its devices under `/sys/bus/pci/devices`, of which those
/// count that NVIDIA's driver has. Where neither does, no index is known: the GPUs of the processes seen so far need
/// not be all.
final class GpuPciOrder implements GpuIndex {
    private static final Path DRIVER = Path.of("/proc/driver/nvidia/gpus");
    private static final String DEVICES = "bus/pci/devices";
    private static final int DOMAIN_DIGITS = 8;
    private static final String VENDOR = "0x10de";
    private static final List<String> DISPLAY_CLASSES = List.of("0x0300", "0x0302");
    private static final Path NVIDIA = Path.of("nvidia");

    private final List<String> busIds;

    private GpuPciOrder(List<String> busIds) {
        this.busIds = busIds.stream().map(GpuPciOrder::normal).sorted().toList();
    }

    /// The order on this machine, whose devices the kernel shows under `sysfs`.
    static GpuIndex ofMachine(Path sysfs) {
        return of(DRIVER, sysfs.resolve(DEVICES));
    }

    /// The order of the entries of `driver`, whose names are PCI bus ids; where there are none, of the GPUs among the
    /// `devices` of the kernel.
    static GpuIndex of(Path driver, Path devices) {
        List<String> busIds = names(driver);
        if (busIds.isEmpty()) {
            busIds = names(devices).stream()
                    .filter(name -> isGpu(devices.resolve(name)))
                    .toList();
        }
        return busIds.isEmpty() ? GpuIndex.UNKNOWN : new GpuPciOrder(busIds);
    }

    private static List<String> names(Path directory) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (IOException | DirectoryIteratorException notThere) {
            return List.of();
        }
        return names;
    }

    private static boolean isGpu(Path device) {
        try {
            String displayClass = Files.readString(device.resolve("class")).strip();
            return Files.readString(device.resolve("vendor")).strip().equals(VENDOR)
                    && DISPLAY_CLASSES.stream().anyMatch(displayClass::startsWith)
                    && Files.readSymbolicLink(device.resolve("driver")).endsWith(NVIDIA);
        } catch (IOException noDriver) {
            return false;
        }
    }

    @Override
    public OptionalInt of(String pciBusId) {
        int index = busIds.indexOf(normal(pciBusId));
        return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /// CUDA and the driver write the domain with four digits or eight, and letters in either case.
    private static String normal(String busId) {
        int colon = busId.indexOf(':');
        return "0".repeat(Math.max(0, DOMAIN_DIGITS - colon)) + busId.toLowerCase(Locale.ROOT);
    }
}
