// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.agent.exposition.series.LabelValue;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.metric.TroubleMetrics;
import dev.lockstep.core.model.trouble.Trouble;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What jobs say of their own trouble. Sources are not summed, since a log and RAS may tell of one thing; jobs that
/// cannot be told apart by their label are.
final class TroubleFamilies {
    private record Shown(MetricFamily family, String source, String job, String kind, String reason, String cause) {
        static Shown of(String source, Trouble trouble) {
            MetricFamily family = switch (trouble.what()) {
                case ERROR -> TroubleMetrics.ERRORS;
                case RETRY -> TroubleMetrics.RETRIES;
                case TIMEOUT -> TroubleMetrics.TIMEOUTS;
            };
            String cause = trouble.isRoot() ? "itself" : "other";
            return new Shown(
                    family,
                    source,
                    LabelValue.of(trouble.jobId().orElse("")),
                    trouble.kind(),
                    trouble.reason(),
                    family.labels().contains(MetricLabel.CAUSE) ? cause : "");
        }

        LabelSet labels(String node) {
            return LabelSet.of(MetricLabel.NODE, node)
                    .and(MetricLabel.SOURCE, source)
                    .and(MetricLabel.JOB_ID, job)
                    .and(MetricLabel.KIND, kind)
                    .and(MetricLabel.REASON, reason)
                    .and(MetricLabel.CAUSE, cause);
        }
    }

    private final Families families;
    private final String node;

    TroubleFamilies(Families families, String node) {
        this.families = families;
        this.node = node;
    }

    void add(List<SourceSnapshot> sources) {
        Map<Shown, Long> sums = new LinkedHashMap<>();
        for (SourceSnapshot source : sources) {
            source.troubles()
                    .forEach(trouble -> sums.merge(Shown.of(source.name(), trouble), trouble.count(), Long::sum));
        }
        sums.forEach((shown, count) -> families.counter(shown.family(), shown.labels(node), (double) count));
    }
}
