// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.outlier.Stretch;
import java.util.Locale;

/// Figures inside sentences.
public final class Words {
    private static final double SECONDS_OF_AN_HOUR = 3600;

    private static final int END_SHARE = 8;

    private Words() {}

    /// `812 µs`, `12.6 ms`, `1.20 s`.
    public static String seconds(double seconds) {
        if (seconds < 1e-3) {
            return number(seconds * 1e6) + " µs";
        }
        return seconds < 1 ? number(seconds * 1e3) + " ms" : number(seconds) + " s";
    }

    /// `19.3 GPU seconds`, `2.51 GPU hours`.
    public static String gpuSeconds(double seconds) {
        return seconds < SECONDS_OF_AN_HOUR
                ? number(seconds) + " GPU seconds"
                : number(seconds / SECONDS_OF_AN_HOUR) + " GPU hours";
    }

    private static String number(double value) {
        String pattern = value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f";
        return String.format(Locale.ROOT, pattern, value);
    }

    /// `all the time`, `up to step 20`, `from step 20 on`, `from step 20 to 40`.
    static String when(Stretch stretch, StepTimes times) {
        double each = times.steps() / times.windows();
        long from = Math.round(stretch.from() * each);
        long to = Math.round(stretch.to() * each);
        String unit = times.isStepKnown() ? "step " : "round ";
        // The last windows are of the few ranks whose records reach so far.
        boolean isToEnd = times.windows() - stretch.to() <= times.windows() / END_SHARE;
        if (stretch.from() == 0) {
            return isToEnd ? "all the time" : "up to " + unit + to;
        }
        return isToEnd ? "from " + unit + from + " on" : "from " + unit + from + " to " + to;
    }
}
