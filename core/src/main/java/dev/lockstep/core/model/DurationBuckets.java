// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

/// The duration buckets of everything in Lockstep: those of a Prometheus native histogram of schema
/// 3, in seconds, from
/// 2^−20 s to 2^10 s (https://prometheus.io/docs/specs/native_histograms/). Schema 3 cuts each
/// power of two into eight,
/// so
/// two neighbouring bounds differ by 2^(1/8) = 9.05 %.
///
/// Bucket 0 holds every duration up to 2^−20 s and is exported as the zero bucket; bucket *i*
/// (1…240) has the native
/// index
/// *i* − 160 and the inclusive upper bound 2^((i−160)/8) s; bucket 241 holds everything above 2^10
/// s. The plugin uses
/// the same table (docs/shared-memory.md, "Buckets").
public final class DurationBuckets {
    /// Number of buckets, underflow and overflow included.
    public static final int COUNT = 242;
    /// Resolution of the native histogram: bounds grow by 2^(2^−SCHEMA).
    public static final int SCHEMA = 3;
    /// Bucket *i* has native index *i* − INDEX_OFFSET.
    public static final int INDEX_OFFSET = 160;
    /// Upper bound of bucket 0 in seconds.
    public static final double ZERO_THRESHOLD_SECONDS = 0x1p-20;

    private static final long[] UPPER_NANOS = upperNanos();

    private DurationBuckets() {}

    /// Index of the bucket that holds a duration.
    public static int indexOf(long nanos) {
        int low = 0;
        int high = COUNT - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nanos <= UPPER_NANOS[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /// Largest whole number of nanoseconds that bucket `index` holds; `Long.MAX_VALUE` for the
    /// last.
    public static long upperNanos(int index) {
        return UPPER_NANOS[index];
    }

    /// Inclusive upper bound of bucket `index` in seconds; infinite for the last.
    public static double upperSeconds(int index) {
        return index == COUNT - 1 ? Double.POSITIVE_INFINITY : bound(index);
    }

    private static double bound(int index) {
        return Math.pow(2.0, (index - INDEX_OFFSET) / 8.0);
    }

    private static long[] upperNanos() {
        long[] bounds = new long[COUNT];
        for (int i = 0; i < COUNT - 1; i++) {
            bounds[i] = (long) Math.floor(bound(i) * 1e9);
        }
        bounds[COUNT - 1] = Long.MAX_VALUE;
        return bounds;
    }
}
