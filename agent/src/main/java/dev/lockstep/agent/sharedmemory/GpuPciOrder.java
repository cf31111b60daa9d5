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

/// The index of a GPU as its place among all GPUs of the machine in the order of their PCI bus ids, which is how
/// NVML counts. The driver lists them under `/proc/driver/nvidia/gpus`; where it does not, no index is known:
/// the GPUs of the processes seen so far need not be all.
final class GpuPciOrder implements GpuIndex {
    private static final Path DRIVER = Path.of("/proc/driver/nvidia/gpus");
    private static final int DOMAIN_DIGITS = 8;

    private final List<String> busIds;

    private GpuPciOrder(List<String> busIds) {
        this.busIds = busIds.stream().map(GpuPciOrder::normal).sorted().toList();
    }

    static GpuIndex ofDriver() {
        return ofDirectory(DRIVER);
    }

    /// The order of the entries of a directory whose names are PCI bus ids.
    static GpuIndex ofDirectory(Path directory) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (IOException | DirectoryIteratorException noDriver) {
            return GpuIndex.UNKNOWN;
        }
        return new GpuPciOrder(names);
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
