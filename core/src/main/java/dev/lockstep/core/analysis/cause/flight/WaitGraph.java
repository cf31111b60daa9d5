// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.cause.flight.Edge.Kind;
import dev.lockstep.core.analysis.cause.flight.FlightEntry.Point;
import dev.lockstep.core.analysis.cause.flight.GroupView.Progress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Who waits for whom over all groups. Numbers are compared inside one group only; what joins groups are the ranks.
/// A rank that others wait for and that waits for nobody is a root.
final class WaitGraph {
    private final List<Edge> edges = new ArrayList<>();

    WaitGraph(Collection<GroupView> groups) {
        for (GroupView group : groups) {
            if (group.hasPointToPoint()) {
                byEntries(group);
            } else {
                byCounters(group);
            }
        }
    }

    List<Edge> edges() {
        return edges;
    }

    private void byCounters(GroupView group) {
        group.progress().forEach((waiter, counters) -> {
            if (counters.isWaiting()) {
                long sequence = counters.completed() + 1;
                group.progress().forEach((other, theirs) -> compare(group, waiter, sequence, other, theirs));
                unseen(group, waiter, sequence);
            }
        });
    }

    private void compare(GroupView group, int waiter, long sequence, int other, Progress theirs) {
        if (other == waiter) {
            return;
        }
        boolean isBehind = theirs.completed() < sequence - 1;
        if (isBehind && theirs.isWaiting()) {
            add(group, waiter, other, Kind.STALLED, sequence);
        } else if (theirs.enqueued() < sequence) {
            add(group, waiter, other, Kind.NOT_ENTERED, sequence);
        }
    }

    private void unseen(GroupView group, int waiter, long sequence) {
        for (int member : group.unseen()) {
            add(group, waiter, member, Kind.UNSEEN, sequence);
        }
    }

    private void add(GroupView group, int waiter, int target, Kind kind, long sequence) {
        Optional<FlightEntry> entry = group.collective(waiter, sequence);
        edges.add(new Edge(
                waiter,
                target,
                kind,
                group,
                sequence,
                entry.map(FlightEntry::operation).orElse(""),
                entry.map(FlightEntry::createdNanos).orElse(Long.MAX_VALUE)));
    }

    private void byEntries(GroupView group) {
        for (int waiter : group.progress().keySet()) {
            Set<Point> seen = new HashSet<>();
            for (FlightEntry entry : group.entries(waiter)) {
                if (entry.isOpen()) {
                    entry.point().stream().filter(seen::add).forEach(point -> partner(group, waiter, entry, point));
                    if (!entry.isPointToPoint()) {
                        collective(group, waiter, entry);
                    }
                }
            }
        }
    }

    /// The other end of an open send or receive: fine if it has the matching one open.
    private void partner(GroupView group, int waiter, FlightEntry entry, Point point) {
        OptionalInt partner = group.worldRank(point.isSend() ? point.destination() : point.source());
        if (partner.isEmpty() || partner.getAsInt() == waiter) {
            return;
        }
        int target = partner.getAsInt();
        boolean isSeen = group.progress().containsKey(target);
        boolean isMatched = group.entries(target).stream()
                .filter(FlightEntry::isOpen)
                .flatMap(other -> other.point().stream())
                .anyMatch(point::matches);
        if (!isMatched) {
            edges.add(new Edge(
                    waiter,
                    target,
                    isSeen ? Kind.NOT_ENTERED : Kind.UNSEEN,
                    group,
                    entry.pointSequence(),
                    inWorldRanks(group, point),
                    entry.createdNanos()));
        }
    }

    private static String inWorldRanks(GroupView group, Point point) {
        int source = group.worldRank(point.source()).orElse(point.source());
        int destination = group.worldRank(point.destination()).orElse(point.destination());
        return (point.isSend() ? "send " + source + "->" + destination : "recv " + destination + "<-" + source)
                + " (group-local " + point.source() + "->" + point.destination() + ")";
    }

    private void collective(GroupView group, int waiter, FlightEntry entry) {
        for (int member : group.progress().keySet()) {
            boolean hasEntered = group.entries(member).stream().anyMatch(other -> other.sequence() >= entry.sequence());
            if (member != waiter && !hasEntered) {
                add(group, waiter, member, Kind.NOT_ENTERED, entry.sequence());
            }
        }
        unseen(group, waiter, entry.sequence());
    }

    /// Ranks that others wait for and that wait for nobody whose dump is here.
    Set<Integer> roots() {
        Set<Integer> waiters = edges.stream()
                .filter(edge -> edge.kind() != Kind.UNSEEN)
                .map(Edge::waiter)
                .collect(Collectors.toSet());
        return edges.stream()
                .filter(edge -> edge.kind() != Kind.UNSEEN)
                .map(Edge::target)
                .filter(target -> !waiters.contains(target))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
