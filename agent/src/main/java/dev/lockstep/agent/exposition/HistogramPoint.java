// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.core.metric.ClassicBuckets;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.Arrays;

/// A duration histogram in Prometheus' model, native and classic at once. Counts are copied, never estimated; what is
/// above 2^10 s stands in the native bucket that begins there.
final class HistogramPoint {
    private static final double[] CLASSIC_BOUNDS = ClassicBuckets.upperSeconds();
    private static final double NANOS_PER_SECOND = 1e9;

    private HistogramPoint() {}

    static HistogramDataPointSnapshot of(DurationHistogram histogram, LabelSet labels) {
        return new HistogramDataPointSnapshot(
                ClassicHistogramBuckets.of(CLASSIC_BOUNDS, ClassicBuckets.counts(histogram)),
                DurationBuckets.SCHEMA,
                histogram.countAt(0),
                DurationBuckets.ZERO_THRESHOLD_SECONDS,
                positive(histogram),
                NativeHistogramBuckets.EMPTY,
                histogram.sumNanos() / NANOS_PER_SECOND,
                labels.labels(),
                Exemplars.EMPTY,
                0);
    }

    private static NativeHistogramBuckets positive(DurationHistogram histogram) {
        int[] indexes = new int[DurationBuckets.COUNT];
        long[] counts = new long[DurationBuckets.COUNT];
        int used = 0;
        for (int i = 1; i < DurationBuckets.COUNT; i++) {
            if (histogram.countAt(i) > 0) {
                indexes[used] = i - DurationBuckets.INDEX_OFFSET;
                counts[used++] = histogram.countAt(i);
            }
        }
        return NativeHistogramBuckets.of(Arrays.copyOf(indexes, used), Arrays.copyOf(counts, used));
    }
}
