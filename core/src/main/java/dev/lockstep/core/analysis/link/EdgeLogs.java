// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.edge.EdgeLog;
import dev.lockstep.core.analysis.edge.SlowEdge;
import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.feed.CommunicatorFeed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The network edges of the communicators of one job, where their ranks tell of them.
final class EdgeLogs {
    private final Map<CommunicatorKey, EdgeLog> logs = new HashMap<>();

    /// A slow edge, and the communicator that it is of.
    record Found(CommunicatorState communicator, SlowEdge edge) {
        /// The rank that all slow edges share, else both ends of the one: which of the two it is, an edge does
        /// not tell. The sender has the NIC that it sends over as its device.
        List<Entity> ends() {
            List<Entity> ends = new ArrayList<>();
            if (edge.endpoint().isPresent()) {
                end(edge.endpoint().getAsInt()).ifPresent(ends::add);
            } else {
                end(edge.from()).ifPresent(ends::add);
                end(edge.to()).ifPresent(ends::add);
            }
            return ends;
        }

        private Optional<Entity> end(int rank) {
            Optional<String> device =
                    edge.nic().isEmpty() || rank != edge.from() ? Optional.empty() : Optional.of("NIC " + edge.nic());
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

    /// The worst of what holds the network part of these communicators up.
    Optional<Found> slowest(Collection<CommunicatorState> communicators) {
        Optional<Found> worst = Optional.empty();
        for (CommunicatorState communicator : communicators) {
            EdgeLog log = logs.get(communicator.key());
            Optional<SlowEdge> here = log == null ? Optional.empty() : log.slowest();
            boolean isWorse = here.isPresent()
                    && (worst.isEmpty()
                            || here.get().factor() > worst.get().edge().factor());
            worst = isWorse ? here.map(edge -> new Found(communicator, edge)) : worst;
        }
        return worst;
    }
}
