// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.Distribution;
import dev.lockstep.core.metric.ClassicBuckets;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.connection.TransferHistogram;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;

/// Times of transfers over a link. Their buckets are those of schema 0, which are the classic ones too.
record TransferDistribution(TransferHistogram histogram, double sumSeconds) implements Distribution {
    private static final double[] CLASSIC_BOUNDS = ClassicBuckets.upperSeconds();
    private static final int SCHEMA = 0;

    @Override
    public long[] classicCounts() {
        long[] counts = new long[CLASSIC_BOUNDS.length];
        for (int i = 0; i < TransferHistogram.COUNT; i++) {
            counts[Math.min(i, counts.length - 1)] += histogram.countAt(i);
        }
        return counts;
    }

    @Override
    public HistogramDataPointSnapshot under(Labels labels) {
        return new HistogramDataPointSnapshot(
                ClassicHistogramBuckets.of(CLASSIC_BOUNDS, classicCounts()),
                SCHEMA,
                histogram.countAt(0),
                DurationBuckets.ZERO_THRESHOLD_SECONDS,
                positive(),
                NativeHistogramBuckets.EMPTY,
                sumSeconds,
                labels,
                Exemplars.EMPTY,
                0);
    }

    private NativeHistogramBuckets positive() {
        NativeHistogramBuckets.Builder buckets = NativeHistogramBuckets.builder();
        for (int i = 1; i < TransferHistogram.COUNT; i++) {
            if (histogram.countAt(i) > 0) {
                buckets.bucket(i - TransferHistogram.INDEX_OFFSET, histogram.countAt(i));
            }
        }
        return buckets.build();
    }
}
