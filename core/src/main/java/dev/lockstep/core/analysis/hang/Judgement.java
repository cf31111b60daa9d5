// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.job.ProcessState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Turns the roots of a standstill into verdicts: one for each cause.
final class Judgement {
    /// Roots that stopped later than the first by more than this are its consequence.
    private static final long FIRST_NANOS = 5_000_000_000L;
    /// A node whose agent fell silent within this of the standstill took its ranks with it.
    private static final long TOGETHER_NANOS = 30_000_000_000L;
    /// Roots on at least so many nodes have one cause.
    private static final int NODES_MANY = 3;

    private final Standstill standstill;
    private final WaitGraph graph;
    private final long stopNanos;

    /// @param stopNanos the wait from which on a standstill of this job is a hang
    Judgement(Standstill standstill, WaitGraph graph, long stopNanos) {
        this.standstill = standstill;
        this.graph = graph;
        this.stopNanos = stopNanos;
    }

    List<Verdict> verdicts() {
        List<Verdict> verdicts = named();
        if (!verdicts.isEmpty()) {
            return verdicts;
        }
        Set<Actor> unexplained = graph.unexplained();
        if (!unexplained.isEmpty()) {
            return List.of(unnamed(unexplained));
        }
        List<Actor> unseen = graph.roots(Cause.UNSEEN);
        return unseen.isEmpty() || !graph.roots(Cause.MOVING).isEmpty() ? List.of() : List.of(unseen(unseen));
    }

    private List<Verdict> named() {
        List<Actor> gone = graph.roots(Cause.GONE);
        long firstGone = gone.stream()
                .flatMap(actor -> actor.process().stream())
                .mapToLong(ProcessState::endedNanos)
                .min()
                .orElse(Long.MAX_VALUE);
        List<Verdict> verdicts = new ArrayList<>(goneVerdicts(gone));
        HangSettings settings = standstill.settings();
        verdicts.addAll(of(FindingKind.HANG_MISMATCH, graph.roots(Cause.MISMATCH), settings.mismatchNanos()));
        verdicts.addAll(of(FindingKind.HANG_SETUP, before(Cause.SETUP, firstGone), stopNanos));
        verdicts.addAll(of(FindingKind.HANG_NOT_STARTED, before(Cause.NOT_STARTED, firstGone), stopNanos));
        verdicts.addAll(of(FindingKind.HANG_NOT_ENTERED, before(Cause.NOT_ENTERED, firstGone), stopNanos));
        return verdicts;
    }

    private List<Verdict> goneVerdicts(List<Actor> gone) {
        List<Actor> longGone = gone.stream()
                .filter(actor -> actor.process().stream()
                        .allMatch(process -> standstill.nowNanos() - process.endedNanos()
                                >= standstill.settings().goneNanos()))
                .toList();
        return of(FindingKind.PROCESS_GONE, longGone, standstill.settings().stillNanos());
    }

    /// Those roots of a cause that stopped first, and before any process was gone.
    private List<Actor> before(Cause cause, long firstGone) {
        List<Actor> roots = graph.roots(cause);
        long first = roots.stream().mapToLong(Actor::movedNanos).min().orElse(0);
        long last = firstGone == Long.MAX_VALUE
                ? first + FIRST_NANOS
                : Math.min(first + FIRST_NANOS, firstGone - FIRST_NANOS);
        return roots.stream().filter(root -> root.movedNanos() <= last).toList();
    }

    /// One verdict a node; a single one where many nodes are hit at once.
    private List<Verdict> of(FindingKind kind, List<Actor> culprits, long hardAfterNanos) {
        if (culprits.isEmpty()) {
            return List.of();
        }
        Map<String, List<Actor>> byNode =
                culprits.stream().collect(Collectors.groupingBy(Actor::node, TreeMap::new, Collectors.toList()));
        boolean isOne = byNode.size() >= NODES_MANY || kind == FindingKind.HANG_MISMATCH;
        List<Verdict> verdicts = new ArrayList<>();
        for (List<Actor> group : isOne ? List.of(culprits) : byNode.values()) {
            verdict(kind, sorted(group), hardAfterNanos, "").ifPresent(verdicts::add);
        }
        return verdicts;
    }

    private static List<Actor> sorted(List<Actor> actors) {
        return actors.stream()
                .sorted(Comparator.comparingInt(
                                (Actor actor) -> actor.entity().rank().orElse(Integer.MAX_VALUE))
                        .thenComparing(actor -> actor.entity().toString()))
                .toList();
    }

    private Optional<Verdict> verdict(FindingKind kind, List<Actor> culprits, long hardAfterNanos, String remark) {
        Optional<Wait> wait = graph.evidence(culprits);
        Set<Actor> held = graph.heldUpBy(culprits);
        if (wait.isEmpty() || (held.isEmpty() && kind != FindingKind.HANG_MISMATCH)) {
            return Optional.empty();
        }
        long stuck = Math.max(stuckNanos(held), graph.stuckNanos(wait.get()));
        return Optional.of(new Verdict(kind, culprits, wait.get(), held, stuck, hardAfterNanos, remark));
    }

    private long stuckNanos(Set<Actor> held) {
        return held.stream()
                .mapToLong(actor -> actor.stuckNanos(standstill.nowNanos()))
                .max()
                .orElse(0);
    }

    /// No root was found: all are in one operation that does not get on, or they wait in a circle.
    private Verdict unnamed(Set<Actor> unexplained) {
        List<Wait> whole = graph.allEntered(unexplained);
        if (!whole.isEmpty()) {
            Wait wait = whole.getFirst();
            List<Actor> behind = Behind.in(standstill.seats().getOrDefault(wait.communicator(), List.of()), wait);
            Set<Actor> held = new LinkedHashSet<>(unexplained);
            behind.forEach(held::remove);
            String remark = whole.size() > 1 ? whole.size() + " communicators stand like that" : "";
            return new Verdict(
                    FindingKind.HANG_ALL_ENTERED, behind, wait, held, stuckNanos(unexplained), stopNanos, remark);
        }
        Wait wait = graph.waits().stream()
                .filter(one -> one.waiters().stream().anyMatch(unexplained::contains))
                .max(Comparator.comparingLong(graph::stuckNanos))
                .orElseThrow();
        return new Verdict(
                FindingKind.HANG_UNKNOWN,
                List.of(),
                wait,
                unexplained,
                stuckNanos(unexplained),
                stopNanos,
                "they wait for each other in a circle, so nobody can be named");
    }

    /// All that is seen waits for what is not seen.
    private Verdict unseen(List<Actor> unseen) {
        Set<Actor> held = graph.heldUpBy(unseen);
        long stopped = held.stream().mapToLong(Actor::movedNanos).max().orElse(0);
        List<Actor> lost = new ArrayList<>();
        for (Actor actor : standstill.actors()) {
            boolean isSilent = actor.process()
                    .filter(process -> Math.abs(process.heardNanos() - stopped) <= TOGETHER_NANOS)
                    .isPresent();
            boolean isWhole = unseen.stream().anyMatch(root -> root.node().equals(actor.node()));
            if (isSilent && isWhole && !standstill.isSeen(actor) && !actor.isOver()) {
                lost.add(actor);
            }
        }
        if (!lost.isEmpty() && lost.containsAll(unseen)) {
            String nodes = lost.stream().map(Actor::node).distinct().sorted().collect(Collectors.joining(", "));
            Optional<Verdict> verdict = verdict(
                    FindingKind.PROCESS_GONE,
                    sorted(lost),
                    stopNanos,
                    "nothing is heard of " + nodes + " since the others stopped, so the whole node is taken for lost");
            if (verdict.isPresent()) {
                return verdict.get();
            }
        }
        Wait wait = graph.evidence(unseen).orElseThrow();
        return new Verdict(
                FindingKind.HANG_UNKNOWN,
                List.of(),
                wait,
                held,
                stuckNanos(held),
                stopNanos,
                unseen.size() + " ranks that they wait for are not seen");
    }
}
