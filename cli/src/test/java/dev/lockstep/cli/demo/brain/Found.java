// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.brain;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.core.model.GpuIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// Incidents as a brain gives them.
final class Found {
    private Found() {}

    static Incident incident(FindingKind kind, IncidentState state, List<Entity> culprits) {
        return incident(kind, state, culprits, "It was seen.", "Twice.");
    }

    static Incident incident(FindingKind kind, IncidentState state, List<Entity> culprits, String... facts) {
        Severity severity = kind.isStop() ? Severity.P0 : Severity.P1;
        Evidence evidence =
                new Evidence("0000000000000001", "AllReduce", OptionalLong.empty(), 20, 1, Map.of(), List.of(facts));
        return new Incident(
                kind.label() + culprits.hashCode(),
                kind,
                new JobKey("demo", "1"),
                severity,
                culprits,
                state,
                0,
                0,
                OptionalLong.empty(),
                evidence,
                0.95,
                1,
                "ranks",
                "Look at that GPU.",
                "somebody is late");
    }

    /// Ranks on a node; each has a GPU.
    static List<Entity> ranks(String node, int... ranks) {
        return IntStream.of(ranks)
                .mapToObj(rank -> Entity.ofRank(
                        rank,
                        Optional.of(node),
                        Optional.of(new GpuIdentity(
                                OptionalInt.empty(), Optional.of("GPU-" + rank), Optional.of("0000:c3:00.0")))))
                .toList();
    }
}
