// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

/// When, as the input printed it. Two moments can be ordered only if their clocks are the same.
///
/// @param text as printed
/// @param millis on that clock
public record Moment(String text, long millis, Clock clock) {
    /// Which clock a text was printed from.
    public enum Clock {
        /// Date and time; the zone is the host's and rarely printed.
        WALL,
        /// Month, day and time without a year (glog, syslog).
        YEARLESS,
        /// Time since the machine started.
        BOOT
    }

    /// Whether the two lie on the same clock.
    public boolean isComparableTo(Moment other) {
        return clock == other.clock;
    }
}
