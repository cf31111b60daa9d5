// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.usage;

import dev.lockstep.agent.reader.tree.Numbers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// The processor time of a process, out of `/proc/PID/stat`. Java's own `ProcessHandle` looks its user and its command
/// line up each time.
record ProcessorTime(Path stat) {
    /// Fields behind the command's name in brackets, which may hold blanks itself.
    private static final int USER_FIELD = 11;

    private static final int SYSTEM_FIELD = 12;
    /// USER_HZ, the same on all 64-bit machines that NCCL runs on.
    private static final long NANOS_PER_TICK = 10_000_000;

    static ProcessorTime ofThisProcess() {
        return new ProcessorTime(Path.of("/proc/self/stat"));
    }

    /// What it has used until now, if the kernel says it.
    Optional<Duration> read() {
        try {
            return of(Files.readString(stat, StandardCharsets.ISO_8859_1));
        } catch (IOException notSaid) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> of(String line) {
        String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
        if (fields.length <= SYSTEM_FIELD) {
            return Optional.empty();
        }
        OptionalLong user = Numbers.whole(fields[USER_FIELD]);
        OptionalLong system = Numbers.whole(fields[SYSTEM_FIELD]);
        return user.isPresent() && system.isPresent()
                ? Optional.of(Duration.ofNanos((user.getAsLong() + system.getAsLong()) * NANOS_PER_TICK))
                : Optional.empty();
    }
}
