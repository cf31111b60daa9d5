// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.match;

import java.time.Duration;

/// How long and how many operations wait for the ranks that have not told of them yet.
///
/// @param slotsMax operations of one function of one communicator that wait at the same time, a power of two
/// @param cellsMax the same times its ranks: communicators of many ranks have fewer slots
/// @param deadlineNanos how long an operation waits for its last ranks
public record MatchLimits(int slotsMax, int cellsMax, long deadlineNanos) {
    /// Slots that each has, however many ranks there are.
    static final int SLOTS_MIN = 64;

    /// Some seconds of a communicator of eight ranks with a thousand operations a second.
    public static MatchLimits defaults() {
        return new MatchLimits(8_192, 1 << 18, Duration.ofSeconds(15).toNanos());
    }

    /// Slots for a communicator of so many ranks at most.
    int slotsMax(int ranks) {
        int affordable = Integer.highestOneBit(Math.max(SLOTS_MIN, cellsMax / Math.max(1, ranks)));
        return Math.min(slotsMax, affordable);
    }
}
