// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The directory of the shared-memory files: its rights as the plugin wants them, and the space there is.
final class DirectoryCheck {
    private static final String CHECK = "directory";
    private static final int OTHERS_WRITE = 0002;
    private static final long MIB = 1L << 20;

    /// The plugin takes up to 4 MB a process, and never more than a quarter of what is free.
    private static final long FREE_MIB_MIN = 16;

    /// Docker's default; NCCL itself needs more.
    private static final long TOTAL_MIB_SMALL = 64;

    private final Surroundings machine;

    DirectoryCheck(Surroundings machine) {
        this.machine = machine;
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        Path directory = path();
        findings.add(rights(directory));
        space(Files.isDirectory(directory) ? directory : machine.at("/dev/shm")).ifPresent(findings::add);
        return findings;
    }

    /// Where the plugin of this user writes.
    Path path() {
        return machine.at(machine.variable("LOCKSTEP_DIR").orElse("/dev/shm/lockstep-" + machine.uid()));
    }

    private Finding rights(Path directory) {
        String name = machine.name(directory);
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return missing(name);
        }
        if (Files.isSymbolicLink(directory) || !Files.isDirectory(directory)) {
            return Finding.fail(
                    CHECK, name + " is no directory itself: the plugin follows no links", "name the real one");
        }
        try {
            int owner = (Integer) Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            int mode = (Integer) Files.getAttribute(directory, "unix:mode", LinkOption.NOFOLLOW_LINKS);
            return rights(name, owner, mode);
        } catch (IOException unreadable) {
            return Finding.fail(
                    CHECK, name + " cannot be looked at: " + unreadable.getMessage(), "give this user access");
        }
    }

    private Finding missing(String name) {
        return machine.variable("LOCKSTEP_DIR").isPresent()
                ? Finding.fail(CHECK, "LOCKSTEP_DIR=" + name + " does not exist", "mkdir -m 0700 " + name)
                : Finding.ok(CHECK, name + " is not there yet: the first process makes it");
    }

    private Finding rights(String name, int owner, int mode) {
        String octal = "%04o".formatted(mode & 07777);
        if (owner != machine.uid() && owner != 0) {
            return Finding.fail(
                    CHECK,
                    name + " belongs to uid " + owner + ", not to " + machine.uid(),
                    "remove it or set LOCKSTEP_DIR");
        }
        if ((mode & OTHERS_WRITE) != 0) {
            return Finding.fail(CHECK, name + " can be written by others (" + octal + ")", "chmod o-w " + name);
        }
        return Finding.ok(CHECK, name + " belongs to uid " + owner + ", mode " + octal);
    }

    private Optional<Finding> space(Path directory) {
        try {
            FileStore store = Files.getFileStore(directory);
            long free = store.getUsableSpace() / MIB;
            String what = free + " MiB free of " + store.getTotalSpace() / MIB + " MiB, " + store.type();
            if (free < FREE_MIB_MIN) {
                return Optional.of(Finding.fail(
                        CHECK,
                        what,
                        "free at least " + FREE_MIB_MIN + " MiB: the plugin takes a quarter of what is free"));
            }
            if (store.getTotalSpace() / MIB <= TOTAL_MIB_SMALL) {
                return Optional.of(Finding.warn(
                        CHECK, what, "give the container --shm-size=1g: NCCL itself may crash for want of it"));
            }
            if (!store.type().equals("tmpfs")) {
                return Optional.of(Finding.warn(CHECK, what, "use a tmpfs: on a disk every page is written back"));
            }
            return Optional.of(Finding.ok(CHECK, what));
        } catch (IOException absent) {
            return Optional.empty();
        }
    }
}
