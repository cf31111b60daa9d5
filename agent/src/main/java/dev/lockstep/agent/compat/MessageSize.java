// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.compat;

/// The label `message_size` of Inspector: the size cut to whole units of 1024, and the next one: `16-17MB`.
final class MessageSize {
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};
    private static final int UNIT = 1024;

    private MessageSize() {}

    static String label(long bytes) {
        long value = bytes;
        int unit = 0;
        while (value >= UNIT && unit < UNITS.length - 1) {
            value /= UNIT;
            unit++;
        }
        return value + "-" + (value + 1) + UNITS[unit];
    }
}
