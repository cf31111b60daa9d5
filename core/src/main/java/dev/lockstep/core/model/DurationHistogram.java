// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.Arrays;
import java.util.OptionalDouble;

/// Immutable histogram of durations over {@link DurationBuckets}, with the exact sum beside it. Only buckets in use
/// take room: an agent holds one for each series, and a series uses some twenty of the 242.
public final class DurationHistogram {
    /// The histogram of nothing.
    public static final DurationHistogram EMPTY = new DurationHistogram(new byte[0], new long[0], 0);

    private static final int UNSIGNED_BYTE = 0xff;

    /// The buckets in use, ascending, each an unsigned byte; `counts` has their observations.
    private final byte[] buckets;
    private final long[] counts;
    private final long sumNanos;
    private final long count;

    /// Takes one bucket in use.
    @FunctionalInterface
    public interface BucketVisitor {
        void visit(int index, long count);
    }

    private DurationHistogram(byte[] buckets, long[] counts, long sumNanos) {
        this.buckets = buckets;
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
        int used = 0;
        for (long each : counts) {
            used += each == 0 ? 0 : 1;
        }
        byte[] buckets = new byte[used];
        long[] inUse = new long[used];
        int next = 0;
        for (int i = 0; next < used; i++) {
            if (counts[i] != 0) {
                buckets[next] = (byte) i;
                inUse[next++] = counts[i];
            }
        }
        return new DurationHistogram(buckets, inUse, sumNanos);
    }

    /// Observations in bucket `index`.
    public long countAt(int index) {
        int low = 0;
        int high = buckets.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bucket(middle) < index) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < buckets.length && bucket(low) == index ? counts[low] : 0;
    }

    /// Visits the buckets in use, ascending.
    public void forEachBucket(BucketVisitor visitor) {
        for (int i = 0; i < buckets.length; i++) {
            visitor.visit(bucket(i), counts[i]);
        }
    }

    private int bucket(int place) {
        return buckets[place] & UNSIGNED_BYTE;
    }

    /// How many buckets are in use.
    public int bucketsInUse() {
        return buckets.length;
    }

    /// Writes all {@link DurationBuckets#COUNT} counts into `all`, from `offset` on.
    public void expandInto(long[] all, int offset) {
        Arrays.fill(all, offset, offset + DurationBuckets.COUNT, 0);
        for (int i = 0; i < buckets.length; i++) {
            all[offset + bucket(i)] = counts[i];
        }
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
        long[] sums = expanded();
        that.forEachBucket((index, more) -> sums[index] += more);
        return of(sums, sumNanos + that.sumNanos);
    }

    /// What came since `earlier`, bucket by bucket; an `earlier` that is not a prefix of this
    /// counts as empty there.
    public DurationHistogram minus(DurationHistogram earlier) {
        long[] rest = expanded();
        earlier.forEachBucket((index, less) -> rest[index] = Math.max(0, rest[index] - less));
        return of(rest, Math.max(0, sumNanos - earlier.sumNanos));
    }

    private long[] expanded() {
        long[] all = new long[DurationBuckets.COUNT];
        expandInto(all, 0);
        return all;
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
        for (int i = 0; i < buckets.length; i++) {
            if (below + counts[i] >= rank) {
                return OptionalDouble.of(inside(bucket(i), (rank - below) / counts[i]));
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
                && Arrays.equals(buckets, that.buckets)
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(buckets) + Arrays.hashCode(counts)) + Long.hashCode(sumNanos);
    }

    @Override
    public String toString() {
        return "DurationHistogram[count=" + count + ", sumNanos=" + sumNanos + "]";
    }
}
