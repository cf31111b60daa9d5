// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.series;

import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;

/// What a histogram serves, in the classic form and the native one.
public interface Distribution {
    /// Observations in each of the {@link dev.lockstep.core.metric.ClassicBuckets} alone, not cumulated.
    long[] classicCounts();

    /// Sum of all observations.
    double sumSeconds();

    /// Both forms at once in client_java's model.
    HistogramDataPointSnapshot under(Labels labels);
}
