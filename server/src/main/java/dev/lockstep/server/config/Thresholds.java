// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import dev.lockstep.core.analysis.blame.BlameSettings;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.hang.HangSettings;
import dev.lockstep.core.analysis.link.LinkSettings;
import java.time.Duration;

/// From when on something is a finding, in jobs of one class.
record Thresholds(
        Duration hangSuspect,
        Duration hangP0,
        Duration goneAfter,
        Duration unseenAfter,
        double stragglerShare,
        double slowLinkShare) {
    /// Gives the value of a setting.
    interface Values {
        <T> T value(Setting<T> setting);
    }

    /// What is wrong where {@link #isInOrder} says no, after the place where it stands.
    static final String NOT_IN_ORDER =
            "hang_p0 is less than hang_suspect: what is a hang was a suspicion before, raise it";

    /// Those of `values`.
    static Thresholds of(Values values) {
        return new Thresholds(
                values.value(ThresholdSettings.HANG_SUSPECT),
                values.value(ThresholdSettings.HANG_P0),
                values.value(ThresholdSettings.GONE_AFTER),
                values.value(ThresholdSettings.UNSEEN_AFTER),
                values.value(ThresholdSettings.STRAGGLER_SHARE),
                values.value(ThresholdSettings.SLOW_LINK_SHARE));
    }

    boolean isInOrder() {
        return hangP0.compareTo(hangSuspect) >= 0;
    }

    /// All settings of the analysis with these thresholds in them. Who takes part in a standstill must be known at half
    /// of the time from which on it is suspicious.
    BrainSettings settings() {
        BrainSettings usual = BrainSettings.defaults();
        HangSettings hang = usual.hang();
        BlameSettings blame = usual.blame();
        LinkSettings link = usual.link();
        long halfNanos = hangSuspect.toNanos() / 2;
        return new BrainSettings(
                usual.limits(),
                new BlameSettings(
                        stragglerShare,
                        blame.spansMin(),
                        blame.windowNanos(),
                        blame.spanNanosMin(),
                        blame.spanNanosMax(),
                        blame.noiseFactor()),
                new HangSettings(
                        hangSuspect.toNanos(),
                        Math.min(hang.stillNanos(), halfNanos),
                        hangP0.toNanos(),
                        hang.pauseFactor(),
                        Math.min(hang.mismatchNanos(), halfNanos),
                        goneAfter.toNanos(),
                        hang.unseenNanos(),
                        unseenAfter.toNanos(),
                        hang.lossShare()),
                new LinkSettings(
                        1 + slowLinkShare, link.rowsMin(), link.windowNanos(), link.steadiness(), link.culpritsMax()));
    }
}
