// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.exposition;

import dev.lockstep.core.metric.ClassicBuckets;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;

/// A duration histogram in Prometheus' model, native and classic at once, in the buckets in which it was counted.
final class HistogramPoint {
    private static final double NANOS_PER_SECOND = 1e9;

    private HistogramPoint() {}

    static HistogramDataPointSnapshot of(DurationHistogram histogram, Labels labels) {
        NativeHistogramBuckets.Builder positive = NativeHistogramBuckets.builder();
        histogram.forEachBucket((index, count) -> {
            if (index > 0) {
                positive.bucket(index - DurationBuckets.INDEX_OFFSET, count);
            }
        });
        return new HistogramDataPointSnapshot(
                ClassicHistogramBuckets.of(ClassicBuckets.upperSeconds(), ClassicBuckets.counts(histogram)),
                DurationBuckets.SCHEMA,
                histogram.countAt(0),
                DurationBuckets.ZERO_THRESHOLD_SECONDS,
                positive.build(),
                NativeHistogramBuckets.EMPTY,
                histogram.sumNanos() / NANOS_PER_SECOND,
                labels,
                Exemplars.EMPTY,
                0);
    }
}
