// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.reader.CopyBuffer;
import dev.lockstep.shm.reader.ShmAttachment;
import dev.lockstep.shm.reader.ShmReader;
import dev.lockstep.shm.reader.ShmReading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/// The processes that record here: how many, with which NCCL, and which files cannot be read.
final class ProcessCheck {
    /// Files looked at.
    static final int FILES_MAX = 1024;

    private static final String CHECK = "processes";

    private final Surroundings machine;
    private final LongSupplier monotonicNanos;
    private final CopyBuffer buffer = new CopyBuffer();
    private final Map<String, Integer> recording = new TreeMap<>();
    private final List<Finding> unreadable = new ArrayList<>();

    ProcessCheck(Surroundings machine, LongSupplier monotonicNanos) {
        this.machine = machine;
        this.monotonicNanos = monotonicNanos;
    }

    List<Finding> findings() {
        Path directory = new DirectoryCheck(machine).path();
        LibraryPath.list(directory, "[!.]*.lockstep").stream().limit(FILES_MAX).forEach(this::look);
        List<Finding> findings = new ArrayList<>();
        recording.forEach((how, count) -> findings.add(Finding.ok(CHECK, count + " recorded with " + how)));
        findings.addAll(unreadable);
        if (findings.isEmpty()) {
            findings.add(Finding.note(
                    CHECK,
                    "none has recorded in " + machine.name(directory),
                    "start a job with the plugin, then ask again"));
        }
        return findings;
    }

    private void look(Path file) {
        switch (ShmReader.attach(file, buffer, GpuIndex.UNKNOWN)) {
            case ShmAttachment.NoFile _ -> {}
            case ShmAttachment.TooShort _, ShmAttachment.UnderConstruction _ ->
                unreadable.add(Finding.note(CHECK, machine.name(file) + " is being made", "ask again in a second"));
            case ShmAttachment.WrongMagic _ ->
                unreadable.add(Finding.warn(CHECK, machine.name(file) + " is no file of Lockstep", "remove it"));
            case ShmAttachment.UnsupportedVersion version ->
                unreadable.add(Finding.fail(
                        CHECK,
                        machine.name(file) + " has layout " + version.major() + "." + version.minor(),
                        "use plugin and agent of one release"));
            case ShmAttachment.Damaged damaged ->
                unreadable.add(Finding.warn(
                        CHECK,
                        machine.name(file) + " is damaged: " + damaged.detail(),
                        "remove it if its process is gone"));
            case ShmAttachment.Ready ready -> read(file, ready.reader());
        }
    }

    private void read(Path file, ShmReader reader) {
        try (reader) {
            switch (reader.read(monotonicNanos.getAsLong())) {
                case ShmReading.Fresh fresh ->
                    recording.merge(words(fresh.snapshot().identity()), 1, Integer::sum);
                case ShmReading.Damaged damaged ->
                    unreadable.add(Finding.warn(
                            CHECK,
                            machine.name(file) + " is damaged: " + damaged.detail(),
                            "remove it if its process is gone"));
            }
        }
    }

    private static String words(ProcessIdentity identity) {
        return "NCCL " + identity.ncclVersion().orElse("of unknown version") + ", profiler API "
                + (identity.profilerApi().isPresent()
                        ? "v" + identity.profilerApi().getAsInt()
                        : "unknown");
    }
}
