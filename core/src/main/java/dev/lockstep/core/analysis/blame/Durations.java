// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;

/// Counts durations into buckets.
final class Durations {
    private final long[] counts = new long[DurationBuckets.COUNT];
    private long sumNanos;

    void add(long nanos, long times) {
        counts[DurationBuckets.indexOf(nanos)] += times;
        sumNanos += nanos * times;
    }

    DurationHistogram histogram() {
        return DurationHistogram.of(counts, sumNanos);
    }
}
