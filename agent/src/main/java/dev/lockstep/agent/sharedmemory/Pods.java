// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.core.model.PodIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the pods of processes that do not say themselves in which they run. The kernel lists who holds the lock on a
/// file, by the pid that the agent sees; from there it is one step to the control group, whose path has the pod's uid
/// and the container's id. Where the pid namespace hides the process, nothing is found.
final class Pods {
    /// How much of a file of `/proc` is read.
    static final int PROC_BYTES_MAX = 1 << 20;

    private static final Pattern LOCK =
            Pattern.compile("\\d+:\\s+POSIX\\s+\\S+\\s+WRITE\\s+(\\d+)\\s+(\\p{XDigit}+):(\\p{XDigit}+):(\\d+)\\s.*");
    private static final Pattern POD = Pattern.compile(
            "pod(\\p{XDigit}{8}[-_]\\p{XDigit}{4}[-_]\\p{XDigit}{4}[-_]\\p{XDigit}{4}[-_]\\p{XDigit}{12}"
                    + "|\\p{XDigit}{32})");
    private static final Pattern CONTAINER = Pattern.compile("\\p{XDigit}{64}");
    private static final int HEXADECIMAL = 16;

    private final Path proc;
    private final Map<FileIdentity, PodIdentity> found = new HashMap<>();

    /// `proc` is `/proc`.
    Pods(Path proc) {
        this.proc = proc;
    }

    /// Looks for the pod of the process that holds this file. Once is enough: a process does not change its pod.
    void learn(FileIdentity file) {
        holderOf(file)
                .map(pid -> read(proc.resolve(pid).resolve("cgroup")))
                .flatMap(Pods::podOf)
                .ifPresent(pod -> found.put(file, pod));
    }

    private Optional<String> holderOf(FileIdentity file) {
        return read(proc.resolve("locks"))
                .lines()
                .map(LOCK::matcher)
                .filter(Matcher::matches)
                .filter(lock -> isOn(lock, file))
                .map(lock -> lock.group(1))
                .findFirst();
    }

    private static boolean isOn(Matcher lock, FileIdentity file) {
        return Long.toString(file.inode()).equals(lock.group(4))
                && major(file.device()) == Long.parseLong(lock.group(2), HEXADECIMAL)
                && minor(file.device()) == Long.parseLong(lock.group(3), HEXADECIMAL);
    }

    /// As the C library takes a device number apart.
    private static long major(long device) {
        return (device >>> 8 & 0xfff) | (device >>> 32 & 0xfffff000L);
    }

    private static long minor(long device) {
        return (device & 0xff) | (device >>> 12 & 0xffffff00L);
    }

    private static Optional<PodIdentity> podOf(String cgroup) {
        Matcher pod = POD.matcher(cgroup);
        if (!pod.find()) {
            return Optional.empty();
        }
        Matcher container = CONTAINER.matcher(cgroup);
        return Optional.of(new PodIdentity(
                Optional.of(pod.group(1).replace('_', '-')),
                Optional.empty(),
                Optional.empty(),
                container.find(pod.end()) ? Optional.of(container.group()) : Optional.empty()));
    }

    private static String read(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            return new String(in.readNBytes(PROC_BYTES_MAX), StandardCharsets.UTF_8);
        } catch (IOException hidden) {
            return "";
        }
    }

    /// The process of that file, in its pod if one was found.
    ProcessSnapshot complete(FileIdentity file, ProcessSnapshot process) {
        PodIdentity pod = found.get(file);
        return pod == null ? process : process.in(pod);
    }

    void forget(FileIdentity file) {
        found.remove(file);
    }
}
