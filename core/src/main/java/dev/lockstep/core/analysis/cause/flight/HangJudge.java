// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.flight.Edge.Kind;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Who holds the job up, from the graph of who waits for whom: roots whose GPU is behind, roots that entered nothing,
/// or, where all have entered, nobody. A rank that waits is a witness whatever its counters say.
final class HangJudge {
    private final FlightGroups groups;
    private final List<FlightDump> all;
    private final WaitGraph graph;

    HangJudge(FlightGroups groups, List<FlightDump> all) {
        this.groups = groups;
        this.all = all;
        this.graph = new WaitGraph(groups.views());
    }

    List<Conclusion> judge() {
        Set<Integer> roots = graph.roots();
        Set<Integer> stalled = targets(roots, Kind.STALLED);
        Set<Integer> absent = roots.stream()
                .filter(rank -> !stalled.contains(rank) && !isWaiting(rank))
                .collect(toCollection(TreeSet::new));
        if (!stalled.isEmpty()) {
            return blamed(Signal.HANG_GPU_STALL, stalled, absent);
        }
        if (!absent.isEmpty()) {
            return blamed(Signal.HANG_RANK_NOT_ENTERED, absent, Set.of());
        }
        boolean hasEdges = graph.edges().stream().anyMatch(edge -> edge.kind() != Kind.UNSEEN);
        if (roots.isEmpty() && hasEdges) {
            return List.of(circle());
        }
        return withoutBlame(roots);
    }

    private Set<Integer> targets(Set<Integer> of, Kind kind) {
        return graph.edges().stream()
                .filter(edge -> edge.kind() == kind && of.contains(edge.target()))
                .map(Edge::target)
                .collect(toCollection(TreeSet::new));
    }

    private boolean isWaiting(int rank) {
        return groups.views().stream()
                .map(view -> view.progress().get(rank))
                .anyMatch(progress -> progress != null && progress.isWaiting());
    }

    private List<Conclusion> blamed(Signal signal, Set<Integer> culprits, Set<Integer> others) {
        List<Edge> into = graph.edges().stream()
                .filter(edge -> edge.kind() != Kind.UNSEEN && culprits.contains(edge.target()))
                .toList();
        Edge first = into.stream().min(FIRST).orElseThrow();
        List<Conclusion> conclusions = new ArrayList<>();
        conclusions.add(blamed(signal, culprits, into, first));
        if (!others.isEmpty()) {
            conclusions.addAll(blamed(Signal.HANG_RANK_NOT_ENTERED, others, Set.of()));
        }
        return conclusions;
    }

    /// The operation that blocked first by the waiter's clock; a collective before a point-to-point operation, because
    /// receives are often posted long before they are due.
    private static final Comparator<Edge> FIRST = Comparator.comparing(Edge::isPointToPoint)
            .thenComparingLong(Edge::createdNanos)
            .thenComparing(edge -> edge.group().title())
            .thenComparingLong(Edge::sequence);

    private Conclusion blamed(Signal signal, Set<Integer> culprits, List<Edge> into, Edge first) {
        Set<Integer> waiting = into.stream()
                .filter(edge -> edge.group() == first.group())
                .map(Edge::waiter)
                .collect(toCollection(TreeSet::new));
        Set<Integer> blocked = groups.views().stream()
                .flatMap(view -> view.progress().entrySet().stream())
                .filter(entry -> entry.getValue().isWaiting())
                .map(Map.Entry::getKey)
                .filter(rank -> !waiting.contains(rank) && !culprits.contains(rank))
                .collect(toCollection(TreeSet::new));
        boolean isStall = signal == Signal.HANG_GPU_STALL;
        boolean isComplete = first.group().unseen().isEmpty();
        String operation = named(first);
        String sentence = isStall
                ? Ranks.atBegin(culprits) + ": the GPU finished less than those of the same group ("
                        + first.group().title() + "), so " + Ranks.of(waiting)
                        + Ranks.verb(waiting, " waits.", " wait.")
                : Ranks.atBegin(culprits) + " never entered " + operation + " of group "
                        + first.group().title() + ", in which " + Ranks.of(waiting)
                        + Ranks.verb(waiting, " waits.", " wait.");
        Conclusion conclusion = Conclusion.of(signal, Severity.P0, incident(first), sentence)
                .blaming(FlightRule.subjects(culprits))
                .witnessedBy(FlightRule.subjects(waiting))
                .sure(isComplete ? 0.95 : 0.85)
                .restingOn(FlightRule.exhibits(groups, shown(culprits, waiting), first.group(), first.sequence()))
                .with("pg", first.group().title())
                .with("seq", first.sequence())
                .with("op", FlightEntry.known(first.operation()))
                .with("waiting_ranks", List.copyOf(waiting))
                .with("groups", perGroup(into))
                .with("where", isStall ? "gpu" : "host side of " + Ranks.of(culprits));
        Conclusion whole = blocked.isEmpty() ? conclusion : conclusion.with("also_blocked", List.copyOf(blocked));
        return whole.next(
                isStall
                        ? "Read the kernel log of the node of " + Ranks.of(culprits)
                                + " for Xid lines: dmesg -T | grep -i xid"
                        : "Look at what " + Ranks.of(culprits) + " does: py-spy dump --pid PID on its node.");
    }

    private static String named(Edge edge) {
        String operation = edge.operation().isEmpty() ? "operation" : edge.operation();
        return edge.isPointToPoint() ? operation : operation + " " + edge.sequence();
    }

    private static String incident(Edge edge) {
        return "flight|" + edge.group().name() + "|" + edge.sequence();
    }

    /// Culprits first, then waiters.
    private static List<Integer> shown(Collection<Integer> culprits, Collection<Integer> waiting) {
        List<Integer> ranks = new ArrayList<>(culprits);
        ranks.addAll(waiting);
        return ranks;
    }

    /// `72 EXPERT_MODEL_PARALLEL_GROUP: all_to_all 45265 lacks [9, 14]`, group after group.
    private static String perGroup(List<Edge> into) {
        Map<GroupView, List<Edge>> byGroup = into.stream().collect(groupingBy(Edge::group));
        return byGroup.values().stream()
                .map(edges -> edges.stream().min(FIRST).orElseThrow().group().title() + ": "
                        + named(edges.stream().min(FIRST).orElseThrow()) + " lacks "
                        + edges.stream().map(Edge::target).collect(toCollection(TreeSet::new)))
                .sorted()
                .limit(32)
                .collect(Collectors.joining("; "));
    }

    private Conclusion circle() {
        Edge first = graph.edges().stream()
                .filter(edge -> edge.kind() != Kind.UNSEEN)
                .min(FIRST)
                .orElseThrow();
        List<String> waits = graph.edges().stream()
                .filter(edge -> edge.kind() != Kind.UNSEEN)
                .limit(12)
                .map(edge -> "rank " + edge.waiter() + " waits for rank " + edge.target() + " in group "
                        + edge.group().title() + " (" + named(edge) + ")")
                .toList();
        return Conclusion.of(
                        Signal.HANG_UNKNOWN,
                        Severity.P0,
                        incident(first),
                        "Ranks wait for each other in different groups: they enter operations of these groups in"
                                + " different orders. Which order is the wrong one cannot be told from dumps.")
                .sure(0.8)
                .with("cycle", String.join("; ", waits))
                .next("Compare the order of collectives in the code of these ranks.");
    }

    /// All whose dumps are here have entered, or nobody waits at all.
    private List<Conclusion> withoutBlame(Set<Integer> roots) {
        Running running = new Running(groups.views());
        Set<Integer> stalled = running.stalled();
        Optional<Wait> wait = running.wait(stalled)
                .or(() -> groups.views().stream()
                        .flatMap(view -> Wait.in(view, roots).stream())
                        .min(Comparator.comparingLong(Wait::createdNanos)
                                .thenComparing(found -> found.group().title())));
        if (wait.isEmpty()) {
            return List.of(Conclusion.of(
                            Signal.INFO_PARSED,
                            Severity.INFO,
                            "flight|idle",
                            groups.dumps().size()
                                    + " Flight Recorder dumps: every operation is finished, nobody waits.")
                    .sure(0.9)
                    .with("dumps", groups.dumps().size()));
        }
        Wait found = wait.get();
        Set<Integer> unseen = new TreeSet<>(found.group().unseen());
        return unseen.isEmpty()
                ? List.of(allEntered(found, running.isKnown() ? stalled : found.notStarted()))
                : undecided(found, unseen);
    }

    private Conclusion allEntered(Wait wait, Set<Integer> notStarted) {
        boolean isStall = !notStarted.isEmpty();
        String entered = "All " + wait.group().progress().size() + " ranks of group "
                + wait.group().title() + " have entered " + wait.operation() + " " + wait.sequence();
        return Conclusion.of(
                        isStall ? Signal.HANG_GPU_STALL : Signal.HANG_ALL_ENTERED,
                        Severity.P0,
                        "flight|" + wait.group().name() + "|" + wait.sequence(),
                        isStall
                                ? entered + ", and on " + Ranks.of(notStarted) + " the GPU has not started it."
                                : entered + " and nothing completes: the GPUs or the network. Who cannot be told from"
                                        + " dumps.")
                .blaming(FlightRule.subjects(notStarted))
                .sure(0.85)
                .restingOn(FlightRule.exhibits(groups, wait.group().progress().keySet(), wait.group(), wait.sequence()))
                .with("pg", wait.group().title())
                .with("seq", wait.sequence())
                .with("op", FlightEntry.known(wait.operation()))
                .with("where", isStall ? "gpu" : "device-or-network")
                .next("Collect kernel logs (Xid), counters of the NICs and a RAS status of these ranks.");
    }

    private List<Conclusion> undecided(Wait wait, Set<Integer> unseen) {
        String missing = Ranks.of(unseen);
        List<Integer> empty = all.stream()
                .filter(dump -> dump.condition() != FlightDump.Condition.READ
                        && dump.rank().isPresent())
                .map(dump -> dump.rank().getAsInt())
                .toList();
        Conclusion hang = Conclusion.of(
                        Signal.HANG_UNKNOWN,
                        Severity.P0,
                        "flight|" + wait.group().name() + "|" + wait.sequence(),
                        "Ranks of group " + wait.group().title() + " wait in " + wait.operation() + " "
                                + wait.sequence() + ", all whose dumps are here have entered it, and " + missing
                                + " left none: whether one of them is missing in it cannot be told.")
                .witnessedBy(FlightRule.subjects(wait.group().progress().keySet()))
                .sure(0.8)
                .restingOn(FlightRule.exhibits(groups, wait.group().progress().keySet(), wait.group(), wait.sequence()))
                .with("pg", wait.group().title())
                .with("seq", wait.sequence())
                .with("op", FlightEntry.known(wait.operation()))
                .with("undumped_ranks", List.copyOf(unseen))
                .next("Get the dumps of " + missing + ", or see whether these processes still live.");
        Conclusion gap = Conclusion.of(
                        Signal.TELEMETRY_GAP,
                        Severity.INFO,
                        "flight|gap",
                        "No usable dump of " + missing
                                + (empty.isEmpty() ? "." : " (files without content: " + empty + ")."))
                .sure(0.95)
                .with("ranks", List.copyOf(unseen));
        return List.of(hang, gap);
    }
}
