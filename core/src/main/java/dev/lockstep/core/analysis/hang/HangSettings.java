// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

/// When standing still is a hang, and when a process counts as unseen.
///
/// @param suspectNanos a rank that waited this long without any movement is suspicious
/// @param stillNanos who did not move for this long takes part in the standstill
/// @param stopNanos a wait this long is a hang, unless the job has shown longer pauses
/// @param pauseFactor a hang is longer than the job's longest pause by this factor
/// @param mismatchNanos so long two different operations must have waited for each other
/// @param goneNanos so long others must live and wait after a process was gone: within it everything may just be over
/// @param unseenNanos a process of which nothing was heard for this long is not seen
/// @param sightNanos so long a process must be unseen, or be missing, before that is worth a finding
/// @param lossShare share of operations whose records may be lost
public record HangSettings(
        long suspectNanos,
        long stillNanos,
        long stopNanos,
        double pauseFactor,
        long mismatchNanos,
        long goneNanos,
        long unseenNanos,
        long sightNanos,
        double lossShare) {
    private static final long SECOND = 1_000_000_000L;

    /// What docs/detectors/hang.md says.
    public static HangSettings defaults() {
        return new HangSettings(
                30 * SECOND, 15 * SECOND, 120 * SECOND, 3, 15 * SECOND, 30 * SECOND, 12 * SECOND, 60 * SECOND, 0.5);
    }
}
