// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import java.util.Locale;

/// The interval in which a share lies with 95 % confidence, after E. B. Wilson (1927): unlike the plain one
/// it never leaves 0 to 1 and says something of shares near the ends.
record Wilson(long hits, long trials, double low, double high) {
    private static final double Z = 1.959964;

    /// Of so many hits.
    static Wilson of(long hits, long trials) {
        if (trials == 0) {
            return new Wilson(0, 0, 0, 1);
        }
        double share = hits / (double) trials;
        double z2 = Z * Z / trials;
        double centre = (share + z2 / 2) / (1 + z2);
        double half = Z / (1 + z2) * Math.sqrt(share * (1 - share) / trials + z2 / (4 * trials));
        return new Wilson(hits, trials, Math.max(0, centre - half), Math.min(1, centre + half));
    }

    /// The share itself.
    double share() {
        return trials == 0 ? 0 : hits / (double) trials;
    }

    /// `0.995 (0.982–0.999)`, a dash of nothing.
    @Override
    public String toString() {
        return trials == 0 ? "-" : String.format(Locale.ROOT, "%.3f (%.3f–%.3f)", share(), low, high);
    }
}
