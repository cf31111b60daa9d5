// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.edge.EdgeLog;
import dev.lockstep.core.analysis.edge.Holder;
import dev.lockstep.core.analysis.edge.SlowEdge;
import dev.lockstep.core.analysis.edge.WireTime;
import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.analysis.link.SlowShapes.Slow;
import dev.lockstep.core.feed.CommunicatorFeed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The network edges of the communicators of one job, where their ranks tell of them.
final class EdgeLogs {
    private static final double PART_OF_LOSS = 0.1;

    private final Map<CommunicatorKey, EdgeLog> logs = new HashMap<>();

    /// A slow edge, and the communicator that it is of.
    record Found(CommunicatorState communicator, SlowEdge edge) {
        /// The rank that all slow edges share, else both ends of the one: which of the two it is, an edge does
        /// not tell; but room is given by the receiver alone. On a wire the sender has its NIC as device.
        List<Entity> ends() {
            List<Entity> ends = new ArrayList<>();
            if (edge.endpoint().isPresent()) {
                end(edge.endpoint().getAsInt()).ifPresent(ends::add);
            } else if (edge.holder() == Holder.RECEIVER) {
                end(edge.to()).ifPresent(ends::add);
            } else {
                end(edge.from()).ifPresent(ends::add);
                end(edge.to()).ifPresent(ends::add);
            }
            return ends;
        }

        private Optional<Entity> end(int rank) {
            boolean isNicKnown = edge.holder() == Holder.WIRE
                    && rank == edge.from()
                    && !edge.nic().isEmpty();
            Optional<String> device = isNicKnown ? Optional.of("NIC " + edge.nic()) : Optional.empty();
            return communicator.member(rank).map(MemberState::entity).map(known -> LinkDetector.with(known, device));
        }
    }

    void accept(CommunicatorFeed communicator, long nowNanos) {
        if (communicator.connections().isEmpty()
                || communicator.identity().commRank().isEmpty()) {
            return;
        }
        logs.computeIfAbsent(CommunicatorKey.of(communicator.identity()), key -> new EdgeLog())
                .add(communicator.identity().commRank().getAsInt(), communicator.connections(), nowNanos);
    }

    /// The edges of one communicator of which enough was seen.
    List<WireTime> wires(CommunicatorState communicator) {
        EdgeLog log = logs.get(communicator.key());
        return log == null ? List.of() : log.wires();
    }

    /// What an operation must lose on an edge for that to be the reason why it is slow: a small part, since an edge's
    /// steps are of all operations, and those that are slow may be few.
    static double explaining(Slow slow) {
        return PART_OF_LOSS * slow.nanos() * (1 - 1 / slow.factor());
    }

    /// The worst of what holds the network part of these communicators up.
    Optional<Found> slowest(Map<CommunicatorState, Slow> slow) {
        Optional<Found> worst = Optional.empty();
        for (Map.Entry<CommunicatorState, Slow> each : slow.entrySet()) {
            CommunicatorState communicator = each.getKey();
            EdgeLog log = logs.get(communicator.key());
            Optional<SlowEdge> here = log == null
                    ? Optional.empty()
                    : log.slowest().filter(edge -> edge.lostNanos() >= explaining(each.getValue()));
            boolean isWorse = here.isPresent()
                    && (worst.isEmpty()
                            || here.get().factor() > worst.get().edge().factor());
            worst = isWorse ? here.map(edge -> new Found(communicator, edge)) : worst;
        }
        return worst;
    }
}
