// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame.time;

import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;

/// Counts durations into buckets.
public final class Durations {
    private final long[] counts = new long[DurationBuckets.COUNT];
    private long sumNanos;

    /// None yet.
    public Durations() {}

    /// So many of that duration.
    public void add(long nanos, long times) {
        counts[DurationBuckets.indexOf(nanos)] += times;
        sumNanos += nanos * times;
    }

    /// All of them.
    public DurationHistogram histogram() {
        return DurationHistogram.of(counts, sumNanos);
    }
}
