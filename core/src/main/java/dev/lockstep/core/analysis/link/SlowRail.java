// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.edge.WireTime;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.analysis.link.SlowShapes.Slow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// One rail: the edges over the NIC of one number are slow on the wire on all nodes, those over other NICs are not.
///
/// @param nic NCCL's number
/// @param ranks who sends over it, with the NIC as device
record SlowRail(String nic, List<Entity> ranks, int edges, double nanos, double usualNanos) {
    static final String ADVICE = "Look at the switch of that rail and at what its ports have in common.";

    /// With two nodes, a slow NIC makes both directions slow.
    private static final int NODES_MIN = 3;
    private static final double SLOW_SHARE_MIN = 0.8;
    private static final double OTHERS_SHARE_MAX = 0.2;

    /// What goes over the NICs of one number.
    private static final class Rail {
        private final Map<String, Entity> senders = new LinkedHashMap<>();
        private int edges;
        private int slow;
        private double slowNanos;
        private double usualNanos;

        void add(WireTime wire, Optional<MemberState> sender, double lostNanosMin) {
            edges++;
            if (!wire.isSlow(lostNanosMin)) {
                return;
            }
            slow++;
            slowNanos += wire.nanos();
            usualNanos += wire.firstNanos();
            sender.map(MemberState::entity)
                    .map(entity -> LinkDetector.with(entity, Optional.of("NIC " + wire.nic())))
                    .ifPresent(entity -> senders.putIfAbsent(entity.toString(), entity));
        }

        double slowShare() {
            return slow / (double) edges;
        }

        Set<String> nodes() {
            return senders.values().stream()
                    .flatMap(entity -> entity.node().stream())
                    .collect(Collectors.toSet());
        }
    }

    /// The one slow rail of these communicators; absent if none is, or several.
    ///
    /// @param slow communicators between nodes whose transfers are slow
    /// @param fine such whose transfers are not
    static Optional<SlowRail> of(EdgeLogs logs, Map<CommunicatorState, Slow> slow, Collection<CommunicatorState> fine) {
        Map<String, Rail> rails = new TreeMap<>();
        double least =
                slow.values().stream().mapToDouble(EdgeLogs::explaining).min().orElse(0);
        List<CommunicatorState> all = new ArrayList<>(slow.keySet());
        all.addAll(fine);
        for (CommunicatorState communicator : all) {
            for (WireTime wire : logs.wires(communicator)) {
                if (wire.isKnown()) {
                    rails.computeIfAbsent(wire.nic(), nic -> new Rail())
                            .add(wire, communicator.member(wire.from()), least);
                }
            }
        }
        List<Map.Entry<String, Rail>> high = rails.entrySet().stream()
                .filter(rail -> rail.getValue().slowShare() > OTHERS_SHARE_MAX)
                .toList();
        if (high.size() != 1 || rails.size() < 2) {
            return Optional.empty();
        }
        Rail rail = high.getFirst().getValue();
        return rail.slowShare() >= SLOW_SHARE_MIN && rail.nodes().size() >= NODES_MIN
                ? Optional.of(new SlowRail(
                        high.getFirst().getKey(),
                        List.copyOf(rail.senders.values()),
                        rail.slow,
                        rail.slowNanos / rail.slow,
                        rail.usualNanos / rail.slow))
                : Optional.empty();
    }

    /// One sentence for a person.
    String sentence() {
        return String.format(
                Locale.ROOT,
                "All %d network edges over NIC %s are slow on the wire, a step is there for %.0f µs against %.0f µs, and"
                        + " those over other NICs are not: it is the rail.",
                edges,
                nic,
                nanos / 1e3,
                usualNanos / 1e3);
    }
}
