// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.core.metric.ChannelMetrics;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.model.ChannelCounters;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The channels of one group of communicators, one by one or as the sum that the budget left of them.
final class ChannelFamilies {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Families families;

    ChannelFamilies(Families families) {
        this.families = families;
    }

    /// `labels` are those of the group.
    void add(LabelSet labels, List<Membership> group) {
        SortedMap<Integer, ChannelCounters> channels = new TreeMap<>();
        for (Membership membership : group) {
            for (ChannelCounters each : membership.communicator().channels()) {
                channels.merge(each.channel(), each, ChannelCounters::plus);
            }
        }
        channels.values().forEach(each -> add(labels.and(MetricLabel.CHANNEL, each.label()), each));
    }

    private void add(LabelSet labels, ChannelCounters channel) {
        families.counter(ChannelMetrics.OPERATIONS, labels, (double) channel.operations());
        families.counter(ChannelMetrics.BUSY, labels, channel.busyNanos() / NANOS_PER_SECOND);
        families.counter(ChannelMetrics.START_LAG, labels, channel.startLagNanos() / NANOS_PER_SECOND);
        families.counter(ChannelMetrics.STOP_LAG, labels, channel.stopLagNanos() / NANOS_PER_SECOND);
    }
}
