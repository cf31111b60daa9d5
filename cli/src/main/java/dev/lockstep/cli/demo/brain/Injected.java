// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.brain;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Fault.Link;
import dev.lockstep.simulator.scenario.Fault.Place;
import dev.lockstep.simulator.scenario.Symptom;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A fault of the simulated job, and what an incident about it has to say.
///
/// @param nodes the names of the job's nodes
/// @param gpusPerNode ranks of a node; they are counted through
/// @param begin when it begins; absent where that comes too late to be worked out
/// @param symptoms what devices of the job tell
public record Injected(
        Fault fault, List<String> nodes, int gpusPerNode, Optional<Instant> begin, List<Symptom> symptoms) {
    public Injected {
        nodes = List.copyOf(nodes);
        symptoms = List.copyOf(symptoms);
    }

    /// How far an incident tells what was injected.
    public enum Match {
        /// Kind and culprit are right, and nobody else is named.
        RIGHT,
        /// The culprit is one of several that it names, since they cannot be told apart.
        AMONG_OTHERS,
        /// It is about something else, or does not name the device that tells of it.
        WRONG
    }

    boolean hasBegun(Instant now) {
        return begin.isPresent() && !now.isBefore(begin.get());
    }

    /// Whether it makes the job stand still.
    public boolean isStop() {
        return kinds().stream().anyMatch(FindingKind::isStop);
    }

    /// Whether the incident tells of it.
    public Match match(Incident incident) {
        if (!kinds().contains(incident.kind()) || !namesDevices(incident)) {
            return Match.WRONG;
        }
        Set<Integer> wanted = ranks();
        Set<Integer> named = incident.culprits().stream()
                .flatMap(culprit -> ranksOf(culprit).stream())
                .collect(Collectors.toSet());
        if (named.equals(wanted) || (named.isEmpty() && isNobodys())) {
            return Match.RIGHT;
        }
        return named.containsAll(wanted) ? Match.AMONG_OTHERS : Match.WRONG;
    }

    /// Of all who wait in an operation none is to blame.
    private boolean isNobodys() {
        return fault instanceof Fault.Stop stop && stop.form() == Fault.Form.STUCK_TRANSFER;
    }

    private Set<Integer> ranksOf(Entity culprit) {
        if (culprit.rank().isPresent()) {
            return Set.of(culprit.rank().getAsInt());
        }
        return culprit.node()
                .map(nodes::indexOf)
                .filter(node -> node >= 0)
                .map(this::ranksOfNode)
                .orElse(Set.of());
    }

    private Set<Integer> ranksOfNode(int node) {
        return IntStream.range(node * gpusPerNode, (node + 1) * gpusPerNode)
                .boxed()
                .collect(Collectors.toCollection(HashSet::new));
    }

    /// NVLink is switched: a slow path there is its node's.
    private Set<Integer> ranks() {
        return switch (fault) {
            case Fault.LateRank late -> Set.of(late.rank());
            case Fault.LateHost late -> Set.of(late.rank());
            case Fault.SlowTrend trend -> Set.of(trend.rank());
            case Fault.SlowChannel slow -> Set.of(slow.rank());
            case Fault.Stop stop -> Set.of(stop.rank());
            case Fault.Kill kill -> Set.of(kill.rank());
            case Fault.StuckSetup stuck -> Set.of(stuck.rank());
            case Fault.LateNode late -> ranksOfNode(late.node());
            case Fault.Crash crash -> ranksOfNode(crash.node());
            case Fault.SlowLink(Place.OfNode(int node), Link _, int _, int _, double _) -> ranksOfNode(node);
            case Fault.SlowLink(Place.OfRank(int rank), Link link, int _, int _, double _) ->
                link == Link.NVLINK ? ranksOfNode(rank / gpusPerNode) : Set.of(rank);
        };
    }

    private Set<FindingKind> kinds() {
        return switch (fault) {
            case Fault.LateRank _, Fault.SlowTrend _ -> EnumSet.of(FindingKind.STRAGGLER_GPU);
            case Fault.LateHost _ -> EnumSet.of(FindingKind.STRAGGLER_HOST);
            case Fault.LateNode _ -> EnumSet.of(FindingKind.SLOW_NODE);
            case Fault.SlowLink _ -> EnumSet.of(FindingKind.SLOW_LINK);
            case Fault.SlowChannel _ -> EnumSet.of(FindingKind.SLOW_CHANNEL);
            case Fault.Crash _, Fault.Kill _ -> EnumSet.of(FindingKind.PROCESS_GONE);
            case Fault.StuckSetup _ -> EnumSet.of(FindingKind.HANG_SETUP);
            case Fault.Stop stop ->
                EnumSet.of(
                        switch (stop.form()) {
                            case HANG -> FindingKind.HANG_NOT_ENTERED;
                            case MISMATCHED_FUNCTION, MISMATCHED_SIZE -> FindingKind.HANG_MISMATCH;
                            case GPU_STALL -> FindingKind.HANG_NOT_STARTED;
                            case STUCK_TRANSFER -> FindingKind.HANG_ALL_ENTERED;
                        });
        };
    }

    private boolean namesDevices(Incident incident) {
        return own().allMatch(symptom -> incident.evidence().facts().stream()
                .anyMatch(fact -> fact.contains(symptom.device(gpusPerNode) + " ")));
    }

    /// What the devices of its ranks tell.
    private Stream<Symptom> own() {
        return symptoms.stream().filter(symptom -> ranks().contains(symptom.rank()));
    }

    /// One sentence: `the GPU of rank 5 (node-a) computes 2 times as long: heat holds its GPU back`.
    public String words() {
        String told = own().map(symptom -> symptom.kind().sentence()).collect(Collectors.joining(", "));
        return FaultWords.of(fault, nodes, gpusPerNode) + (told.isEmpty() ? "" : ": " + told);
    }
}
