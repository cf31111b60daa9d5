// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.time;

import java.time.Instant;

/// Moments of a wall clock as one number.
public final class EpochNanos {
    private static final long PER_SECOND = 1_000_000_000;

    private EpochNanos() {}

    /// Nanoseconds since the epoch, enough for the years from 1677 to 2262.
    public static long of(Instant moment) {
        return moment.getEpochSecond() * PER_SECOND + moment.getNano();
    }
}
