// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import java.time.Duration;

/// When a rank is called late.
///
/// @param shareMin own delay as a share of what its peers compute in the same time
/// @param spansMin spans in which it must be late, and the ranks must have been seen
/// @param windowNanos how much time those spans cover at least
/// @param spanNanosMin shortest span; shorter steps are taken together
/// @param spanNanosMax a communicator whose steps are longer is no beat for its ranks
/// @param steadiness share of the spans in which it must be late
/// @param noiseFactor how far above the noise of all ranks it must be, in standard deviations
public record BlameSettings(
        double shareMin,
        int spansMin,
        long windowNanos,
        long spanNanosMin,
        long spanNanosMax,
        double steadiness,
        double noiseFactor) {
    /// Spans that are remembered of a rank.
    public static final int SPANS_MAX = 64;

    /// What names a rank that loses a tenth of its computing time within seconds, and stays silent about
    /// lateness that moves.
    public static BlameSettings defaults() {
        return new BlameSettings(
                0.08,
                4,
                Duration.ofSeconds(4).toNanos(),
                Duration.ofMillis(150).toNanos(),
                Duration.ofMinutes(2).toNanos(),
                0.9,
                4);
    }
}
