// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.core.metric.LinkMetrics;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.StepStates;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The links of one group of communicators, all channels of a link together:
///
/// ```
/// nccl_link_bytes_total{comm="9f0d…",direction="send",nic="3",peer="8",transport="ib",…} 8.2e+09
/// nccl_link_step_seconds_total{direction="send",peer="8",state="send_wait",…} 1.25
/// ```
final class LinkFamilies {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String OTHER = "other";

    private final Families families;

    private record Link(OptionalInt peer, Direction direction, String transport, String nic) {
        static Link of(ConnectionCounters connection) {
            ConnectionKey key = connection.key();
            return new Link(
                    key.peer(),
                    key.direction(),
                    connection.network().transportLabel(),
                    connection.network().nicLabel());
        }

        LabelSet of(LabelSet labels) {
            return labels.and(MetricLabel.PEER, peer.isPresent() ? Integer.toString(peer.getAsInt()) : OTHER)
                    .and(MetricLabel.DIRECTION, direction.label())
                    .and(MetricLabel.TRANSPORT, transport)
                    .and(MetricLabel.NIC, nic);
        }
    }

    LinkFamilies(Families families) {
        this.families = families;
    }

    /// `labels` are those of the group.
    void add(LabelSet labels, List<Membership> group) {
        Map<Link, ConnectionCounters> links = new LinkedHashMap<>();
        for (Membership membership : group) {
            for (ConnectionCounters each : membership.communicator().connections()) {
                links.merge(Link.of(each), each, ConnectionCounters::plus);
            }
        }
        links.forEach((link, counters) -> add(link.of(labels), counters));
    }

    private void add(LabelSet labels, ConnectionCounters link) {
        families.counter(LinkMetrics.BYTES, labels, (double) link.volume().bytes());
        families.counter(LinkMetrics.STEPS, labels, (double) link.volume().steps());
        families.counter(LinkMetrics.TIMED_STEPS, labels, (double) link.timedSteps());
        StepStates nanos = link.nanos();
        if (link.key().direction() == Direction.SEND) {
            addState(labels, "gpu_wait", nanos.gpu());
            addState(labels, "peer_wait", nanos.peer());
            addState(labels, "send_wait", nanos.network());
        } else {
            addState(labels, "post_wait", nanos.peer());
            addState(labels, "recv_wait", nanos.network());
            addState(labels, "flush_wait", nanos.flush());
            addState(labels, "gpu_wait", nanos.gpu());
        }
        families.histogram(
                LinkMetrics.TRANSFER,
                labels,
                new TransferDistribution(link.transfers(), nanos.network() / NANOS_PER_SECOND));
    }

    private void addState(LabelSet labels, String state, long nanos) {
        families.counter(LinkMetrics.STEP_SECONDS, labels.and(MetricLabel.STATE, state), nanos / NANOS_PER_SECOND);
    }
}
