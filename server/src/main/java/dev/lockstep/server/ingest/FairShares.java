// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import dev.lockstep.core.feed.Sampling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Shares a rate among jobs so that a small job gets all that it wants before a large one gets more than an equal part:
/// one that floods is sampled, its neighbours are not.
final class FairShares {
    /// The k goes down only where the sample would fill less than this part of the share, so that it does not swing.
    private static final double FILLED_TO_LOWER = 0.7;

    private FairShares() {}

    /// What each job may send of `most`.
    static Map<String, Double> of(Map<String, Double> wanted, double most) {
        List<Map.Entry<String, Double>> ascending =
                wanted.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList();
        Map<String, Double> shares = new HashMap<>();
        double left = most;
        int jobs = ascending.size();
        for (Map.Entry<String, Double> job : ascending) {
            double share = Math.min(job.getValue(), left / jobs);
            // A job that wants less than its part may grow up to it before it is sampled.
            shares.put(job.getKey(), Math.max(share, left / jobs));
            left -= share;
            jobs--;
        }
        return shares;
    }

    /// The k by which what is wanted fits into the share.
    static int exponent(double wanted, double share, int now) {
        int needed = smallest(wanted, share);
        return needed >= now ? needed : Math.min(now, smallest(wanted, share * FILLED_TO_LOWER));
    }

    private static int smallest(double wanted, double share) {
        int exponent = 0;
        while (exponent < Sampling.EXPONENT_MAX && wanted / Sampling.scale(exponent) > Math.max(share, 1)) {
            exponent++;
        }
        return exponent;
    }
}
