// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The operation of a group that somebody waits in.
///
/// @param createdNanos when the waiter handed it over; the largest number if that is not known
record Wait(GroupView group, long sequence, String operation, long createdNanos) {
    /// The first one of the group; if there are ranks to look at, only of these.
    static Optional<Wait> in(GroupView group, Set<Integer> only) {
        Wait first = null;
        for (Map.Entry<Integer, GroupView.Progress> member : group.progress().entrySet()) {
            boolean counts = only.isEmpty() || only.contains(member.getKey());
            if (counts && member.getValue().isWaiting()) {
                Wait wait = of(group, member.getKey(), member.getValue());
                first = first == null || wait.createdNanos < first.createdNanos ? wait : first;
            }
        }
        return Optional.ofNullable(first);
    }

    private static Wait of(GroupView group, int rank, GroupView.Progress progress) {
        long next = progress.completed() + 1;
        Optional<FlightEntry> entry = group.collective(rank, next).or(() -> group.firstOpen(rank));
        return entry.map(found -> new Wait(group, number(found), found.operation(), found.createdNanos()))
                .orElse(new Wait(group, next, "operation", Long.MAX_VALUE));
    }

    private static long number(FlightEntry entry) {
        return entry.isPointToPoint() ? entry.pointSequence() : entry.sequence();
    }

    /// Ranks whose GPU has not started it while others' have: known only where the recorder notes starts. Empty if
    /// they are no minority.
    Set<Integer> notStarted() {
        Set<Integer> started = new TreeSet<>();
        Set<Integer> scheduled = new TreeSet<>();
        for (int rank : group.progress().keySet()) {
            group.collective(rank, sequence)
                    .filter(FlightEntry::isOpen)
                    .ifPresent(entry -> (entry.state() == FlightEntry.State.STARTED ? started : scheduled).add(rank));
        }
        return started.size() > scheduled.size() ? scheduled : Set.of();
    }
}
