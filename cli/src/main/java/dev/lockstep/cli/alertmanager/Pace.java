// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import java.time.Duration;

/// How long a group of alerts waits for its first notification, for one about changes, and for the same one
/// again.
public record Pace(Duration groupWait, Duration groupInterval, Duration repeatInterval) {
    /// In Prometheus' way to write a duration, in the largest unit that has no remainder.
    static String text(Duration duration) {
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
