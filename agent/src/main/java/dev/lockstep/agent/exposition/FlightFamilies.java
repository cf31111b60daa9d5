// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.agent.flight.SpoolCounts;
import dev.lockstep.core.metric.FlightMetrics;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricLabel;
import java.util.Map;
import java.util.TreeMap;

/// What the agent tells of its flight records.
final class FlightFamilies {
    private final Families families;
    private final LabelSet labels;

    FlightFamilies(Families families, String node) {
        this.families = families;
        this.labels = LabelSet.of(MetricLabel.NODE, node);
    }

    void add(SpoolCounts counts) {
        add(FlightMetrics.KEPT, counts.kept());
        add(FlightMetrics.REMOVED, counts.removed());
        add(FlightMetrics.FAILED, counts.failed());
        families.gauge(FlightMetrics.SPOOL_RECORDS, labels, counts.records());
        families.gauge(FlightMetrics.SPOOL_BYTES, labels, (double) counts.bytes());
    }

    private void add(MetricFamily family, Map<String, Long> counts) {
        new TreeMap<>(counts)
                .forEach((reason, count) -> families.counter(family, labels.and(MetricLabel.REASON, reason), count));
    }
}
