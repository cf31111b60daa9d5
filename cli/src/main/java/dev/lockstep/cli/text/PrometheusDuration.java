// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.text;

import java.time.Duration;

/// Durations as Prometheus and Alertmanager write them in their configuration.
public final class PrometheusDuration {
    private PrometheusDuration() {}

    /// In the largest unit that has no remainder: `15s`, `5m`, `24h`.
    public static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1_000 != 0) {
            return millis + "ms";
        }
        long seconds = duration.toSeconds();
        if (seconds % 3_600 == 0 && seconds != 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 && seconds != 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
