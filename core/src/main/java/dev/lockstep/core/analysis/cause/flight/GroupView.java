// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// One process group as all of its ranks' dumps show it.
final class GroupView {
    /// Counters of a member.
    record Progress(long enqueued, long started, long completed) {
        boolean isWaiting() {
            return enqueued > completed;
        }
    }

    private final String name;
    private final String description;
    private final List<Integer> members;
    private final Map<Integer, Progress> progress = new TreeMap<>();
    private final Map<Integer, List<FlightEntry>> entries = new TreeMap<>();

    GroupView(String name, String description, List<Integer> members) {
        this.name = name;
        this.description = description;
        this.members = List.copyOf(members);
    }

    String name() {
        return name;
    }

    String description() {
        return description;
    }

    /// `72 EXPERT_MODEL_PARALLEL_GROUP`.
    String title() {
        return description.isEmpty() || description.equals(name) ? name : name + " " + description;
    }

    /// World ranks in group order; empty if no dump says.
    List<Integer> members() {
        return members;
    }

    /// Counters by world rank, of those with a dump.
    Map<Integer, Progress> progress() {
        return progress;
    }

    void add(int rank, Progress counters) {
        progress.putIfAbsent(rank, counters);
    }

    void add(int rank, FlightEntry entry) {
        entries.computeIfAbsent(rank, key -> new ArrayList<>()).add(entry);
    }

    List<FlightEntry> entries(int rank) {
        return entries.getOrDefault(rank, List.of());
    }

    Map<Integer, List<FlightEntry>> entries() {
        return entries;
    }

    /// Point-to-point operations and collectives share one counter, so where there are any it orders nothing.
    boolean hasPointToPoint() {
        return entries.values().stream().flatMap(List::stream).anyMatch(FlightEntry::isPointToPoint);
    }

    /// The member's world rank; absent if it is not known or is none.
    OptionalInt worldRank(int groupRank) {
        return groupRank >= 0 && groupRank < members.size()
                ? OptionalInt.of(members.get(groupRank))
                : OptionalInt.empty();
    }

    /// Members without a dump.
    List<Integer> unseen() {
        return members.stream().filter(rank -> !progress.containsKey(rank)).toList();
    }

    /// The collective with this number on this rank, if its entry is still there.
    Optional<FlightEntry> collective(int rank, long sequence) {
        return entries(rank).stream()
                .filter(entry -> !entry.isPointToPoint() && entry.sequence() == sequence)
                .findFirst();
    }

    /// The operation that the rank waits in first.
    Optional<FlightEntry> firstOpen(int rank) {
        return entries(rank).stream().filter(FlightEntry::isOpen).findFirst();
    }
}
