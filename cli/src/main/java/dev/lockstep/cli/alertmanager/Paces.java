// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import java.time.Duration;

/// The paces of the routes.
///
/// @param page P0
/// @param notice P1 to people
/// @param ticket P1 to the ticket system
/// @param digest P2
/// @param deadMan the watchdog
public record Paces(Pace page, Pace notice, Pace ticket, Pace digest, Pace deadMan) {
    /// What operators run. The digest's first message waits, so that what comes in one morning is one
    /// message; it repeats an hour before the next interval is over, because Alertmanager repeats only at an
    /// interval and compares with the moment at which the last message had been *sent*. So does the watchdog.
    public static Paces usual() {
        return new Paces(
                new Pace(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofHours(1)),
                new Pace(Duration.ofSeconds(20), Duration.ofMinutes(5), Duration.ofHours(12)),
                new Pace(Duration.ofSeconds(20), Duration.ofMinutes(5), Duration.ofHours(24)),
                new Pace(Duration.ofMinutes(30), Duration.ofHours(24), Duration.ofHours(23)),
                new Pace(Duration.ZERO, Duration.ofMinutes(1), Duration.ofSeconds(50)));
    }
}
