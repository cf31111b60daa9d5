// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.cause.flight.FlightEntry.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What the GPUs are in, where the recorder notes starts. An operation that waits behind another one on its own GPU
/// waits for nobody: only those that have begun wait for peers. A GPU that has begun nothing, while others have begun
/// what its host handed over, has stalled.
final class Running {
    /// An operation that some GPU has begun.
    private record Begun(GroupView group, FlightEntry entry, int rank) {}

    private final List<Begun> begun = new ArrayList<>();
    private final Set<Integer> busy = new TreeSet<>();

    Running(Collection<GroupView> groups) {
        for (GroupView group : groups) {
            group.entries()
                    .forEach((rank, entries) -> entries.stream()
                            .filter(entry -> entry.state() == State.STARTED)
                            .forEach(entry -> begun.add(new Begun(group, entry, rank))));
        }
        begun.forEach(each -> busy.add(each.rank()));
        begun.sort(Comparator.comparingLong(each -> each.entry().createdNanos()));
    }

    /// Whether the recorders note what GPUs begin.
    boolean isKnown() {
        return !begun.isEmpty();
    }

    /// Ranks whose GPU has begun nothing, though it was handed what others are in.
    Set<Integer> stalled() {
        Set<Integer> stalled = new TreeSet<>();
        for (Begun each : begun) {
            each.group().entries().forEach((rank, entries) -> {
                boolean isHanded = entries.stream().anyMatch(entry -> isSame(each, entry));
                if (isHanded && !busy.contains(rank)) {
                    stalled.add(rank);
                }
            });
        }
        return stalled;
    }

    private static boolean isSame(Begun begun, FlightEntry other) {
        if (other.state() != State.SCHEDULED
                || other.isPointToPoint() != begun.entry().isPointToPoint()) {
            return false;
        }
        return other.isPointToPoint()
                ? other.point().stream()
                        .anyMatch(point -> begun.entry().point().stream().anyMatch(point::matches))
                : other.sequence() == begun.entry().sequence();
    }

    /// The first operation, by the clock of who waits in it, that all whose dumps are here have begun, or of which one
    /// of these ranks has not.
    Optional<Wait> wait(Set<Integer> stalled) {
        return begun.stream()
                .filter(each -> !each.entry().isPointToPoint())
                .filter(each -> stalled.isEmpty()
                        ? isBegunByAll(each)
                        : stalled.stream().anyMatch(each.group().entries()::containsKey))
                .map(each -> new Wait(
                        each.group(),
                        each.entry().sequence(),
                        each.entry().operation(),
                        each.entry().createdNanos()))
                .findFirst();
    }

    private static boolean isBegunByAll(Begun each) {
        for (Map.Entry<Integer, GroupView.Progress> member :
                each.group().progress().entrySet()) {
            boolean isIn = each.group()
                    .collective(member.getKey(), each.entry().sequence())
                    .filter(entry -> entry.state() != State.SCHEDULED)
                    .isPresent();
            if (!isIn) {
                return false;
            }
        }
        return true;
    }
}
