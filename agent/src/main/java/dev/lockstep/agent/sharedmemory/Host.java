// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.ShmHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the source must know of the machine: who the agent is, which boot this is, and the order of the GPUs.
public record Host(int userId, String bootId, GpuIndex gpuIndex) {
    private static final Path SYSFS = Path.of("/sys");
    private static final Path SELF = Path.of("/proc/self");
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    /// The machine on which this process runs.
    public static Host here() {
        return here(SYSFS);
    }

    /// The same, whose devices the kernel shows under `sysfs`, as in a container.
    public static Host here(Path sysfs) {
        return new Host(userIdOf(SELF), read(BOOT_ID), GpuPciOrder.ofMachine(sysfs));
    }

    /// Whether a file was written since the machine started; where either does not say, it counts as so.
    boolean isOfThisBoot(ShmHeader header) {
        return bootId.isEmpty() || header.bootId().isEmpty() || bootId.equals(header.bootId());
    }

    private static int userIdOf(Path path) {
        try {
            return (Integer) Files.getAttribute(path, "unix:uid");
        } catch (IOException e) {
            throw new IllegalStateException("no uid of " + path + ": the agent needs /proc", e);
        }
    }

    private static String read(Path path) {
        try {
            return Files.readString(path).strip();
        } catch (IOException unknown) {
            return "";
        }
    }
}
