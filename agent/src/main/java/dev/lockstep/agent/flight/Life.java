// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import dev.lockstep.shm.ShmHeader;
import java.util.Locale;

/// One life of one process, as far as its file names it. Neither a reused pid nor a library that was loaded again
/// makes two lives one: the start ticks and the moment of the clock anchor differ. `userId` is the file's owner,
/// which a job cannot choose.
public record Life(String bootId, long userId, long processId, long startTicks, long anchorMonotonicNanos) {
    private static final int BOOT_LENGTH = 8;

    /// The life that a header tells of.
    public static Life of(ShmHeader header, long userId) {
        return new Life(
                header.bootId(), userId, header.processId(), header.startTicks(), header.anchorMonotonicNanos());
    }

    /// The name of its record. Numbers are shown without a sign: whatever a header says is a name.
    String fileName() {
        String boot = bootId.toLowerCase(Locale.ROOT).replaceAll("[^0-9a-z]", "");
        return String.join(
                        "-",
                        boot.substring(0, Math.min(BOOT_LENGTH, boot.length())),
                        Long.toUnsignedString(userId),
                        Long.toUnsignedString(processId),
                        Long.toUnsignedString(startTicks),
                        Long.toUnsignedString(anchorMonotonicNanos))
                + SpoolEntry.SUFFIX;
    }
}
