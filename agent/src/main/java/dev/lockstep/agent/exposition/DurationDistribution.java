// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.Distribution;
import dev.lockstep.core.metric.ClassicBuckets;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;

/// Durations of operations. Counts are copied, never estimated; what is above 2^10 s stands in the native bucket that
/// begins there.
record DurationDistribution(DurationHistogram histogram) implements Distribution {
    private static final double[] CLASSIC_BOUNDS = ClassicBuckets.upperSeconds();
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public long[] classicCounts() {
        return ClassicBuckets.counts(histogram);
    }

    @Override
    public double sumSeconds() {
        return histogram.sumNanos() / NANOS_PER_SECOND;
    }

    @Override
    public HistogramDataPointSnapshot under(Labels labels) {
        return new HistogramDataPointSnapshot(
                ClassicHistogramBuckets.of(CLASSIC_BOUNDS, classicCounts()),
                DurationBuckets.SCHEMA,
                histogram.countAt(0),
                DurationBuckets.ZERO_THRESHOLD_SECONDS,
                positive(),
                NativeHistogramBuckets.EMPTY,
                sumSeconds(),
                labels,
                Exemplars.EMPTY,
                0);
    }

    private NativeHistogramBuckets positive() {
        NativeHistogramBuckets.Builder buckets = NativeHistogramBuckets.builder();
        histogram.forEachBucket((index, count) -> {
            if (index > 0) {
                buckets.bucket(index - DurationBuckets.INDEX_OFFSET, count);
            }
        });
        return buckets.build();
    }
}
