// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.edge.EdgeLog;
import dev.lockstep.core.analysis.edge.SlowEdge;
import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.feed.CommunicatorFeed;
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
        /// The rank that all slow edges share, else the sender, with the device that it is about.
        List<Entity> culprits() {
            int rank = edge.endpoint().orElse(edge.from());
            Optional<Entity> entity = communicator.member(rank).map(MemberState::entity);
            String device = edge.nic().isEmpty() || rank != edge.from() ? "network" : "NIC " + edge.nic();
            return entity
                    .map(known ->
                            new Entity(known.node(), known.gpu(), known.rank(), known.commRank(), Optional.of(device)))
                    .stream()
                    .toList();
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
