// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import java.time.Duration;

/// When a rank is called late.
///
/// @param shareMin own delay as a share of what its peers compute in the same time
/// @param spansMin spans in a row in which it must be late; more where others are late now and then
/// @param windowNanos how much time those spans cover at least
/// @param spanNanosMin shortest span; shorter steps are taken together
/// @param spanNanosMax a communicator whose steps are longer is no beat for its ranks
/// @param noiseFactor how far above the unevenness of all ranks it must be, in standard deviations
public record BlameSettings(
        double shareMin, int spansMin, long windowNanos, long spanNanosMin, long spanNanosMax, double noiseFactor) {
    /// Spans that are remembered of a rank.
    public static final int SPANS_MAX = 64;

    /// What names a rank that loses a tenth of its computing time within seconds, and stays silent about
    /// lateness that moves.
    public static BlameSettings defaults() {
        return new BlameSettings(
                0.08,
                3,
                Duration.ofSeconds(3).toNanos(),
                Duration.ofMillis(500).toNanos(),
                Duration.ofMinutes(2).toNanos(),
                4);
    }
}
