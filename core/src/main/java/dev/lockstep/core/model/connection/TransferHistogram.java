// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.connection;

import java.util.Arrays;

/// How long timed steps were on the network, in the buckets of a native histogram of schema 0 in seconds: bucket 0 up
/// to 2^-20 s, bucket `i` up to 2^(i-20) s, the last one everything above 2^10 s. Immutable.
public final class TransferHistogram {
    /// Buckets.
    public static final int COUNT = 32;
    /// What a bucket's number lies above its index in Prometheus' native histogram of schema 0.
    public static final int INDEX_OFFSET = 20;
    /// The histogram of nothing.
    public static final TransferHistogram EMPTY = new TransferHistogram(new long[COUNT]);

    private final long[] counts;

    private TransferHistogram(long[] counts) {
        this.counts = counts;
    }

    /// Copies `counts`, which must have {@link #COUNT} entries.
    public static TransferHistogram of(long[] counts) {
        if (counts.length != COUNT) {
            throw new IllegalArgumentException("expected " + COUNT + " buckets: " + counts.length);
        }
        return new TransferHistogram(counts.clone());
    }

    /// Observations in bucket `index`.
    public long countAt(int index) {
        return counts[index];
    }

    /// All observations.
    public long count() {
        return Arrays.stream(counts).sum();
    }

    /// Upper bound of bucket `index`, inclusive; of the last one infinity.
    public static double upperSeconds(int index) {
        return index == COUNT - 1 ? Double.POSITIVE_INFINITY : Math.scalb(1.0, index - INDEX_OFFSET);
    }

    /// Both together.
    public TransferHistogram plus(TransferHistogram that) {
        long[] sums = counts.clone();
        Arrays.setAll(sums, i -> sums[i] + that.counts[i]);
        return new TransferHistogram(sums);
    }

    /// What came since `earlier`, bucket by bucket.
    public TransferHistogram since(TransferHistogram earlier) {
        long[] rest = counts.clone();
        Arrays.setAll(rest, i -> Since.since(rest[i], earlier.counts[i]));
        return new TransferHistogram(rest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TransferHistogram that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "TransferHistogram[count=" + count() + "]";
    }
}
