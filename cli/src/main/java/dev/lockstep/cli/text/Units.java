// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.text;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/// Figures as a person reads them: three digits and a unit.
public final class Units {
    private static final String ABSENT = "-";

    private Units() {}

    /// `812 µs`, `1.21 ms`, `2.30 s`; a dash where there is nothing.
    public static String seconds(OptionalDouble seconds) {
        return seconds.isPresent() ? seconds(seconds.getAsDouble()) : ABSENT;
    }

    private static String seconds(double seconds) {
        if (seconds < 1e-3) {
            return threeDigits(seconds * 1e6) + " µs";
        }
        if (seconds < 1) {
            return threeDigits(seconds * 1e3) + " ms";
        }
        return threeDigits(seconds) + " s";
    }

    /// `12.4`, `0.85`, `1204`: at least three digits, no more than needed.
    public static String threeDigits(double value) {
        String pattern = value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f";
        return String.format(Locale.ROOT, pattern, value);
    }

    /// Minutes and seconds of a running time that is not negative: `00:47`.
    public static String clock(Duration running) {
        return "%02d:%02d".formatted(running.toMinutes(), running.toSecondsPart());
    }

    /// Whole per cent of a share of 1.
    public static String percent(double share) {
        return Math.round(share * 100) + " %";
    }
}
