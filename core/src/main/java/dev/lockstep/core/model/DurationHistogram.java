// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.Arrays;
import java.util.OptionalDouble;

/// Immutable histogram of durations over {@link DurationBuckets}, with the exact sum beside it.
public final class DurationHistogram {
    /// The histogram of nothing.
    public static final DurationHistogram EMPTY = new DurationHistogram(new long[DurationBuckets.COUNT], 0);

    private final long[] counts;
    private final long sumNanos;
    private final long count;

    private DurationHistogram(long[] counts, long sumNanos) {
        this.counts = counts;
        this.sumNanos = sumNanos;
        this.count = sum(counts);
    }

    /// A loop and no stream: an agent makes one of these for each series that changed, every second.
    private static long sum(long[] counts) {
        long sum = 0;
        for (long each : counts) {
            sum += each;
        }
        return sum;
    }

    /// Copies `counts`, which must have {@link DurationBuckets#COUNT} entries, none negative.
    public static DurationHistogram of(long[] counts, long sumNanos) {
        if (counts.length != DurationBuckets.COUNT) {
            throw new IllegalArgumentException("expected " + DurationBuckets.COUNT + " buckets: " + counts.length);
        }
        return new DurationHistogram(counts.clone(), sumNanos);
    }

    /// Observations in bucket `index`.
    public long countAt(int index) {
        return counts[index];
    }

    /// All observations.
    public long count() {
        return count;
    }

    /// Sum of all observations in nanoseconds.
    public long sumNanos() {
        return sumNanos;
    }

    /// Both histograms together.
    public DurationHistogram plus(DurationHistogram that) {
        long[] sums = new long[counts.length];
        Arrays.setAll(sums, i -> counts[i] + that.counts[i]);
        return new DurationHistogram(sums, sumNanos + that.sumNanos);
    }

    /// What came since `earlier`, bucket by bucket; an `earlier` that is not a prefix of this
    /// counts as empty there.
    public DurationHistogram minus(DurationHistogram earlier) {
        long[] rest = new long[counts.length];
        Arrays.setAll(rest, i -> Math.max(0, counts[i] - earlier.counts[i]));
        return new DurationHistogram(rest, Math.max(0, sumNanos - earlier.sumNanos));
    }

    /// The `quantile` (0…1) in seconds, interpolated exponentially inside its bucket as Prometheus
    /// does for native
    /// histograms; absent where nothing was observed.
    public OptionalDouble quantileSeconds(double quantile) {
        if (count == 0) {
            return OptionalDouble.empty();
        }
        double rank = quantile * count;
        long below = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0 && below + counts[i] >= rank) {
                return OptionalDouble.of(inside(i, (rank - below) / counts[i]));
            }
            below += counts[i];
        }
        return OptionalDouble.of(DurationBuckets.upperSeconds(DurationBuckets.COUNT - 2));
    }

    private static double inside(int index, double fraction) {
        if (index == 0) {
            return DurationBuckets.ZERO_THRESHOLD_SECONDS * fraction;
        }
        double lower = DurationBuckets.upperSeconds(index - 1);
        if (index == DurationBuckets.COUNT - 1) {
            return lower;
        }
        return lower * Math.pow(DurationBuckets.upperSeconds(index) / lower, fraction);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DurationHistogram that
                && sumNanos == that.sumNanos
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(counts) + Long.hashCode(sumNanos);
    }

    @Override
    public String toString() {
        return "DurationHistogram[count=" + count + ", sumNanos=" + sumNanos + "]";
    }
}
