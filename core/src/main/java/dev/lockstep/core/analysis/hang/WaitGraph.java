// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.job.CommunicatorState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Who waits for whom over all communicators of a job, and who is at the root of it.
final class WaitGraph {
    private static final Set<Reason> ENTERED = EnumSet.of(Reason.BEHIND, Reason.WAITS_TOO);

    private final Standstill standstill;
    private final List<Wait> waits = new ArrayList<>();
    private final Map<Actor, List<Wait>> blamed = new LinkedHashMap<>();
    private final Map<Actor, Cause> roots = new LinkedHashMap<>();

    WaitGraph(Standstill standstill, Habits habits) {
        this.standstill = standstill;
        CollectiveWaits collectives = new CollectiveWaits(standstill, habits);
        PeerWaits peers = new PeerWaits(standstill);
        SetupWaits setups = new SetupWaits(standstill);
        standstill.seats().forEach((communicator, row) -> {
            waits.addAll(collectives.in(communicator, row));
            waits.addAll(peers.in(communicator, row));
            setups.in(communicator, row).ifPresent(waits::add);
        });
        waits.forEach(setups::name);
        for (Wait wait : waits) {
            wait.blockers()
                    .keySet()
                    .forEach(actor -> blamed.computeIfAbsent(actor, unknown -> new ArrayList<>())
                            .add(wait));
        }
        blamed.forEach((actor, where) -> cause(actor, where).ifPresent(cause -> roots.put(actor, cause)));
    }

    private Optional<Cause> cause(Actor actor, List<Wait> where) {
        EnumSet<Reason> reasons = EnumSet.noneOf(Reason.class);
        where.forEach(wait -> reasons.add(wait.blockers().getOrDefault(actor, Reason.WAITS_TOO)));
        if (actor.isOver()) {
            return Optional.of(Cause.GONE);
        }
        if (!standstill.isSeen(actor)) {
            return Optional.of(Cause.UNSEEN);
        }
        if (!standstill.isStill(actor)) {
            return Optional.of(Cause.MOVING);
        }
        if (reasons.contains(Reason.MISMATCH)) {
            return Optional.of(Cause.MISMATCH);
        }
        if (reasons.contains(Reason.FREED)) {
            return Optional.of(Cause.SETUP);
        }
        if (actor.waits() || ENTERED.containsAll(reasons)) {
            return Optional.empty();
        }
        if (actor.isStalled()) {
            return Optional.of(Cause.NOT_STARTED);
        }
        return Optional.of(reasons.contains(Reason.NOT_MADE) ? Cause.SETUP : Cause.NOT_ENTERED);
    }

    List<Wait> waits() {
        return waits;
    }

    /// Those who are at the root of it for that reason.
    List<Actor> roots(Cause cause) {
        return roots.entrySet().stream()
                .filter(entry -> entry.getValue() == cause)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Where the wait for one of them is that says most: with the reason that makes it a root, of the longest wait.
    Optional<Wait> evidence(Collection<Actor> culprits) {
        Wait best = null;
        for (Actor culprit : culprits) {
            for (Wait wait : blamed.getOrDefault(culprit, List.of())) {
                if (best == null || isBetter(wait, best, culprit, culprits)) {
                    best = wait;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private boolean isBetter(Wait wait, Wait best, Actor culprit, Collection<Actor> culprits) {
        Reason reason = wait.blockers().getOrDefault(culprit, Reason.WAITS_TOO);
        Reason before = culprits.stream()
                .map(actor -> best.blockers().getOrDefault(actor, Reason.WAITS_TOO))
                .min(Reason::compareTo)
                .orElse(Reason.WAITS_TOO);
        int order = reason.compareTo(before);
        return order != 0 ? order < 0 : stuckNanos(wait) > stuckNanos(best);
    }

    long stuckNanos(Wait wait) {
        return wait.waiters().stream()
                .mapToLong(actor -> actor.stuckNanos(standstill.nowNanos()))
                .max()
                .orElse(0);
    }

    /// Everybody who waits for one of these, directly or over others.
    Set<Actor> heldUpBy(Collection<Actor> culprits) {
        Set<Actor> held = new LinkedHashSet<>();
        Set<Actor> seen = new HashSet<>(culprits);
        Deque<Actor> open = new ArrayDeque<>(culprits);
        for (Actor actor = open.poll(); actor != null; actor = open.poll()) {
            for (Wait wait : blamed.getOrDefault(actor, List.of())) {
                for (Actor waiter : wait.waiters()) {
                    if (seen.add(waiter)) {
                        held.add(waiter);
                        open.add(waiter);
                    }
                }
            }
        }
        return held;
    }

    /// Those who wait and of whom no root is the reason.
    Set<Actor> unexplained() {
        Set<Actor> explained = heldUpBy(roots.keySet());
        Set<Actor> left = new LinkedHashSet<>();
        waits.forEach(wait -> left.addAll(wait.waiters()));
        left.removeAll(explained);
        left.removeAll(roots.keySet());
        return left;
    }

    /// Waits of communicators in which all have entered, that hold some of these, the longest first.
    List<Wait> allEntered(Set<Actor> among) {
        Map<CommunicatorState, Wait> whole = new HashMap<>();
        Set<CommunicatorState> broken = new HashSet<>();
        for (Wait wait : waits) {
            if (wait.isAllEntered()) {
                whole.putIfAbsent(wait.communicator(), wait);
            } else {
                broken.add(wait.communicator());
            }
        }
        return whole.values().stream()
                .filter(wait -> !broken.contains(wait.communicator()))
                .filter(wait -> wait.waiters().stream().anyMatch(among::contains))
                .sorted(Comparator.comparingLong((Wait wait) -> -stuckNanos(wait))
                        .thenComparing(wait -> wait.communicator().key()))
                .toList();
    }
}
