// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.truth;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// A histogram as a scraper holds it: how many observations lie at or below each upper bound.
///
/// @param cumulative by upper bound in seconds
record ServedHistogram(NavigableMap<Double, Long> cumulative, long count, double sumSeconds) {
    ServedHistogram {
        cumulative = new TreeMap<>(cumulative);
    }

    /// The quantile as Prometheus estimates it (https://prometheus.io/docs/prometheus/latest/querying/functions/,
    /// histogram_quantile): the bucket in which the rank lies, cut in proportion.
    ///
    /// @param lower the bound below an upper one, in seconds
    double quantile(double q, LowerBound lower) {
        double rank = q * count;
        long before = 0;
        for (Map.Entry<Double, Long> bucket : cumulative.entrySet()) {
            if (bucket.getValue() >= rank) {
                double upper = bucket.getKey();
                double from = lower.of(upper);
                return from + (upper - from) * (rank - before) / (bucket.getValue() - before);
            }
            before = bucket.getValue();
        }
        throw new AssertionError("no bucket holds rank " + rank + " of " + this);
    }

    /// Where a bucket begins.
    @FunctionalInterface
    interface LowerBound {
        double of(double upperSeconds);
    }
}
