// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import dev.lockstep.core.model.DurationHistogram;

/// The classic form of a duration histogram: `le` = 2^k s for k = −20…6, each also a bound of the native form, so
/// that a classic bucket is an exact sum of native ones.
public final class ClassicBuckets {
    /// Exponent of the smallest bound.
    public static final int EXPONENT_MIN = -20;
    /// Exponent of the largest finite bound.
    public static final int EXPONENT_MAX = 6;
    /// Number of buckets, `+Inf` included.
    public static final int COUNT = EXPONENT_MAX - EXPONENT_MIN + 2;

    private static final int NATIVE_PER_CLASSIC = 8;

    private ClassicBuckets() {}

    /// Upper bounds in seconds, ascending, the last one infinite.
    public static double[] upperSeconds() {
        double[] bounds = new double[COUNT];
        for (int i = 0; i < COUNT - 1; i++) {
            bounds[i] = Math.scalb(1.0, EXPONENT_MIN + i);
        }
        bounds[COUNT - 1] = Double.POSITIVE_INFINITY;
        return bounds;
    }

    /// Observations in each classic bucket alone, not cumulated.
    public static long[] counts(DurationHistogram histogram) {
        long[] counts = new long[COUNT];
        histogram.forEachBucket((index, count) -> counts[classicIndex(index)] += count);
        return counts;
    }

    private static int classicIndex(int nativeIndex) {
        return Math.min(COUNT - 1, Math.ceilDiv(nativeIndex, NATIVE_PER_CLASSIC));
    }
}
