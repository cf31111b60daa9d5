// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.core.metric.ClassicBuckets;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.connection.TransferHistogram;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;

/// A duration histogram in Prometheus' model, native and classic at once. Counts are copied, never estimated; what is
/// above 2^10 s stands in the native bucket that begins there.
final class HistogramPoint {
    private static final double[] CLASSIC_BOUNDS = ClassicBuckets.upperSeconds();
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int TRANSFER_SCHEMA = 0;

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

    /// The buckets of a transfer are those of schema 0, which are the classic ones too.
    static HistogramDataPointSnapshot of(TransferHistogram histogram, double sumSeconds, LabelSet labels) {
        long[] classic = new long[CLASSIC_BOUNDS.length];
        NativeHistogramBuckets.Builder buckets = NativeHistogramBuckets.builder();
        for (int i = 0; i < TransferHistogram.COUNT; i++) {
            classic[Math.min(i, classic.length - 1)] += histogram.countAt(i);
            if (i > 0 && histogram.countAt(i) > 0) {
                buckets.bucket(i - TransferHistogram.INDEX_OFFSET, histogram.countAt(i));
            }
        }
        return new HistogramDataPointSnapshot(
                ClassicHistogramBuckets.of(CLASSIC_BOUNDS, classic),
                TRANSFER_SCHEMA,
                histogram.countAt(0),
                DurationBuckets.ZERO_THRESHOLD_SECONDS,
                buckets.build(),
                NativeHistogramBuckets.EMPTY,
                sumSeconds,
                labels.labels(),
                Exemplars.EMPTY,
                0);
    }

    private static NativeHistogramBuckets positive(DurationHistogram histogram) {
        NativeHistogramBuckets.Builder buckets = NativeHistogramBuckets.builder();
        histogram.forEachBucket((index, count) -> {
            if (index > 0) {
                buckets.bucket(index - DurationBuckets.INDEX_OFFSET, count);
            }
        });
        return buckets.build();
    }
}
