// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.clue.GroupProgress;
import dev.lockstep.core.analysis.clue.OperationSeen;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What the watchdogs of one process group said: who waits where, and how far everybody had come. Members are not
/// known;
/// who said nothing may be missing or merely not in the input.
final class WatchedGroup {
    private final String key;
    private final TreeMap<Integer, OperationSeen> waiting = new TreeMap<>();
    private final TreeMap<Integer, GroupProgress> progress = new TreeMap<>();
    private final List<OperationSeen> unnumbered = new ArrayList<>();
    private String name = "";

    WatchedGroup(String key) {
        this.key = key;
    }

    void add(OperationSeen operation) {
        int rank = rank(operation.subject());
        if (rank < 0) {
            unnumbered.add(operation);
        } else {
            waiting.merge(rank, operation, WatchedGroup::earlier);
        }
    }

    /// The first thing that a rank waits for holds up the later ones.
    private static OperationSeen earlier(OperationSeen one, OperationSeen other) {
        return other.seq().orElse(Long.MAX_VALUE) < one.seq().orElse(Long.MAX_VALUE) ? other : one;
    }

    void add(GroupProgress state) {
        int rank = rank(state.subject());
        name = state.groupName().isEmpty() ? name : state.groupName();
        if (rank >= 0) {
            progress.merge(rank, state, (one, other) -> other.waiting() || !one.waiting() ? other : one);
        }
    }

    private static int rank(Subject subject) {
        return subject.rank().orElse(-1);
    }

    String key() {
        return key;
    }

    /// `default_pg`, or the id where the program gave no name.
    String title() {
        return name.isEmpty() ? key : name;
    }

    /// `623 (PIPELINE_MODEL_PARALLEL_GROUP)`.
    String guid() {
        return name.isEmpty() ? key : key + " (" + name + ")";
    }

    boolean hasWaiters() {
        return !waiting.isEmpty()
                || !unnumbered.isEmpty()
                || progress.values().stream().anyMatch(GroupProgress::waiting);
    }

    Set<Integer> waitingRanks() {
        TreeSet<Integer> ranks = new TreeSet<>(waiting.keySet());
        progress.forEach((rank, state) -> {
            if (state.waiting()) {
                ranks.add(rank);
            }
        });
        return ranks;
    }

    List<OperationSeen> operations() {
        List<OperationSeen> all = new ArrayList<>(waiting.values());
        all.addAll(unnumbered);
        return all;
    }

    Map<Integer, OperationSeen> waiting() {
        return waiting;
    }

    Map<Integer, GroupProgress> progress() {
        return progress;
    }

    /// Where each rank waits: by its time-out, else one after its last completed.
    Map<Integer, Long> waitsAt() {
        Map<Integer, Long> at = new HashMap<>();
        waiting.forEach((rank, operation) -> operation.seq().ifPresent(seq -> at.put(rank, seq)));
        progress.forEach((rank, state) -> {
            if (state.waiting() && state.completed().isPresent()) {
                at.putIfAbsent(rank, Math.max(0, state.completed().getAsLong()) + 1);
            }
        });
        return at;
    }

    /// Ranks that had not been handed that operation, though others of this group wait in it.
    Set<Integer> notEntered(long seq) {
        return progress.entrySet().stream()
                .filter(entry -> !waiting.containsKey(entry.getKey()))
                .filter(entry -> entry.getValue().enqueued().isPresent())
                .filter(entry -> entry.getValue().enqueued().getAsLong() < seq)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    OptionalLong queued() {
        return progress.values().stream()
                .filter(state ->
                        state.enqueued().isPresent() && state.completed().isPresent())
                .mapToLong(state ->
                        state.enqueued().getAsLong() - state.completed().getAsLong())
                .max();
    }

    /// Two ranks with one place in the group are in two groups that only share a local number.
    boolean isSeveralGroups() {
        Map<Integer, Integer> byPlace = new HashMap<>();
        for (Map.Entry<Integer, GroupProgress> entry : progress.entrySet()) {
            int place = entry.getValue().subject().groupRank().orElse(-1);
            Integer before = place < 0 ? null : byPlace.putIfAbsent(place, entry.getKey());
            if (before != null && !before.equals(entry.getKey())) {
                return true;
            }
        }
        return false;
    }
}
