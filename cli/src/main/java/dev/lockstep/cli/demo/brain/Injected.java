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
/// @param fault absent where a device tells something and nobody is held up
/// @param nodes the names of the job's nodes
/// @param gpusPerNode ranks of a node; they are counted through
/// @param begin when it begins; absent where that comes too late to be worked out
/// @param symptoms what devices of the job tell
public record Injected(
        Optional<Fault> fault, List<String> nodes, int gpusPerNode, Optional<Instant> begin, List<Symptom> symptoms) {
    public Injected {
        nodes = List.copyOf(nodes);
        symptoms = List.copyOf(symptoms);
    }

    /// A fault of the job.
    public Injected(Fault fault, List<String> nodes, int gpusPerNode, Optional<Instant> begin, List<Symptom> symptoms) {
        this(Optional.of(fault), nodes, gpusPerNode, begin, symptoms);
    }

    /// What a device tells alone, if anybody is to hear of it.
    public static Optional<Injected> alone(
            Symptom symptom, List<String> nodes, int gpusPerNode, Optional<Instant> begin) {
        return ToldAlone.kind(symptom)
                .map(_ -> new Injected(Optional.empty(), nodes, gpusPerNode, begin, List.of(symptom)));
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
        if (fault.isEmpty()) {
            return namesOnlyTheDevice(incident) ? Match.RIGHT : Match.WRONG;
        }
        Set<Integer> wanted = ranks(fault.get());
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
        return fault.orElse(null) instanceof Fault.Stop stop && stop.form() == Fault.Form.STUCK_TRANSFER;
    }

    private boolean namesOnlyTheDevice(Incident incident) {
        Symptom symptom = symptoms.getFirst();
        String node = nodes.get(symptom.rank() / gpusPerNode);
        return incident.culprits().size() == 1
                && incident.culprits().getFirst().node().equals(Optional.of(node))
                && incident.culprits().getFirst().device().equals(Optional.of(symptom.device(gpusPerNode)));
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
    private Set<Integer> ranks(Fault of) {
        return switch (of) {
            case Fault.LateRank late -> Set.of(late.rank());
            case Fault.LateHost late -> Set.of(late.rank());
            case Fault.SlowTrend trend -> Set.of(trend.rank());
            case Fault.SlowChannel slow -> Set.of(slow.rank());
            case Fault.Stop stop -> Set.of(stop.rank());
            case Fault.Kill kill -> Set.of(kill.rank());
            case Fault.StuckSetup stuck -> Set.of(stuck.rank());
            case Fault.LateNode late -> ranksOfNode(late.node());
            case Fault.Crash crash -> ranksOfNode(crash.node());
            case Fault.SlowLink slow -> ranks(slow);
        };
    }

    private Set<Integer> ranks(Fault.SlowLink slow) {
        return switch (slow.place()) {
            case Place.OfNode(int node) -> ranksOfNode(node);
            case Place.OfRank(int rank) -> slow.link() == Link.NVLINK ? ranksOfNode(rank / gpusPerNode) : Set.of(rank);
            case Place.OfRail(int rail) ->
                IntStream.range(0, nodes.size())
                        .mapToObj(node -> node * gpusPerNode + rail)
                        .collect(Collectors.toSet());
        };
    }

    private Set<FindingKind> kinds() {
        return fault.map(Injected::kinds)
                .orElseGet(() -> ToldAlone.kind(symptoms.getFirst()).stream().collect(Collectors.toSet()));
    }

    private static Set<FindingKind> kinds(Fault of) {
        return switch (of) {
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
        Optional<Set<Integer>> ranks = fault.map(this::ranks);
        return symptoms.stream()
                .filter(symptom -> ranks.isEmpty() || ranks.get().contains(symptom.rank()));
    }

    /// Whether this device belongs to it.
    public boolean explains(Symptom symptom) {
        return own().anyMatch(symptom::equals);
    }

    /// One sentence: `the GPU of rank 5 (node-a) computes 2 times as long: heat holds its GPU back`.
    public String words() {
        String told = own().map(symptom -> symptom.kind().sentence()).distinct().collect(Collectors.joining(", "));
        if (fault.isEmpty()) {
            int rank = symptoms.getFirst().rank();
            return "rank %d (%s): %s".formatted(rank, nodes.get(rank / gpusPerNode), told);
        }
        return FaultWords.of(fault.get(), nodes, gpusPerNode) + (told.isEmpty() ? "" : ": " + told);
    }
}
