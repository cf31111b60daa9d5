// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.brain.BrainCounts;
import dev.lockstep.agent.brain.send.BrainSender;
import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.core.metric.FeedMetrics;
import dev.lockstep.core.metric.MetricLabel;

/// What the agent tells of the link to its brains.
final class BrainFamilies {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Families families;
    private final LabelSet labels;

    BrainFamilies(Families families, String node) {
        this.families = families;
        this.labels = LabelSet.of(MetricLabel.NODE, node);
    }

    void add(BrainCounts counts) {
        counts.brains().forEach(brain -> add(brain, labels.and(MetricLabel.BRAIN, brain.brain())));
        families.gauge(FeedMetrics.WAITING, labels, counts.waiting().batches());
        families.gauge(
                FeedMetrics.WAITING_BYTES, labels, (double) counts.waiting().bytes());
        families.counter(
                FeedMetrics.SPOOL_FAILURES, labels, (double) counts.waiting().fileFailures());
        families.counter(
                FeedMetrics.RECORDS_READ, labels, (double) counts.told().recordsSeen());
        families.counter(
                FeedMetrics.RECORDS_TOLD, labels, (double) counts.told().recordsTold());
        families.gauge(FeedMetrics.SAMPLING, labels, counts.told().sampling());
        families.counter(FeedMetrics.UNWRITABLE, labels, (double) counts.told().unwritable());
    }

    private void add(BrainSender.Counts counts, LabelSet of) {
        families.counter(FeedMetrics.SENT, of, (double) counts.sent());
        families.counter(FeedMetrics.SENT_BYTES, of, (double) counts.sentBytes());
        families.counter(FeedMetrics.DROPPED, of, (double) counts.dropped());
        counts.refused()
                .forEach((reason, count) ->
                        families.counter(FeedMetrics.REFUSED, of.and(MetricLabel.REASON, reason), (double) count));
        if (counts.sinceAcknowledgedNanos().isPresent()) {
            families.gauge(
                    FeedMetrics.STALENESS, of, counts.sinceAcknowledgedNanos().getAsLong() / NANOS_PER_SECOND);
        }
    }
}
