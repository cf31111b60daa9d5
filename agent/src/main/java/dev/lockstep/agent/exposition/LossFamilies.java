// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.agent.exposition.series.LabelValue;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.core.metric.LossMetrics;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the sources of a process say they lost or doubt: the total always, a reason once it has occurred. Processes
/// that cannot be told apart by their labels are summed.
final class LossFamilies {
    private record ProcessLabels(String node, String jobId, long pid) implements Comparable<ProcessLabels> {
        private static final Comparator<ProcessLabels> ORDER = Comparator.comparing(ProcessLabels::node)
                .thenComparing(ProcessLabels::jobId)
                .thenComparingLong(ProcessLabels::pid);

        @Override
        public int compareTo(ProcessLabels that) {
            return ORDER.compare(this, that);
        }
    }

    private final Families families;
    private final String node;

    LossFamilies(Families families, String node) {
        this.families = families;
        this.node = node;
    }

    void add(List<SourceSnapshot> sources) {
        SortedMap<ProcessLabels, SortedMap<String, Long>> lost = new TreeMap<>();
        SortedMap<ProcessLabels, SortedMap<String, Long>> suspect = new TreeMap<>();
        for (SourceSnapshot source : sources) {
            for (ProcessSnapshot process : source.processes()) {
                sum(lost, process, process.lost());
                sum(suspect, process, process.suspect());
            }
        }
        add(LossMetrics.RECORDS_LOST, LossMetrics.RECORDS_LOST_ANY, lost);
        add(LossMetrics.SUSPECT_TIMINGS, LossMetrics.SUSPECT_TIMINGS_ANY, suspect);
    }

    private void sum(
            SortedMap<ProcessLabels, SortedMap<String, Long>> sums, ProcessSnapshot of, Map<String, Long> counts) {
        ProcessIdentity identity = of.identity();
        ProcessLabels process = new ProcessLabels(identity.node().orElse(node), identity.jobId(), identity.processId());
        SortedMap<String, Long> byReason = sums.computeIfAbsent(process, _ -> new TreeMap<>());
        counts.forEach((reason, count) -> byReason.merge(LabelValue.of(reason), count, Long::sum));
    }

    private void add(MetricFamily byReason, MetricFamily any, SortedMap<ProcessLabels, SortedMap<String, Long>> sums) {
        sums.forEach((process, counts) -> {
            LabelSet labels = LabelSet.of(MetricLabel.NODE, process.node())
                    .and(MetricLabel.JOB_ID, process.jobId())
                    .and(MetricLabel.PID, Long.toString(process.pid()));
            long sum = counts.values().stream().mapToLong(Long::longValue).sum();
            families.counter(any, labels, (double) sum);
            counts.forEach((reason, count) -> {
                if (count > 0) {
                    families.counter(byReason, labels.and(MetricLabel.REASON, reason), count);
                }
            });
        });
    }
}
