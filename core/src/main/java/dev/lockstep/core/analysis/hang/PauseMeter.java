// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

/// The longest pause from which a job went on by itself, so that a job that saves for ten minutes may do so.
final class PauseMeter {
    private long movedNanos = Long.MIN_VALUE;
    private long longestNanos;
    private long openNanos;

    /// A look: when anything of the job moved last, and how long its longest wait is now.
    void look(long lastMovedNanos, long waitNanos) {
        if (movedNanos != Long.MIN_VALUE && lastMovedNanos > movedNanos) {
            longestNanos = Math.max(longestNanos, lastMovedNanos - movedNanos);
        }
        movedNanos = Math.max(movedNanos, lastMovedNanos);
        if (waitNanos < openNanos) {
            longestNanos = Math.max(longestNanos, openNanos);
        }
        openNanos = waitNanos;
    }

    long longestNanos() {
        return longestNanos;
    }
}
