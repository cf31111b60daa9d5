// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Ranks of one group that entered different operations, or one with different sizes, under one number. From there on
/// everything in the group is wrong, so the first such number counts.
///
/// @param views by what was entered, the most frequent first
/// @param outliers the ranks in the minority; empty where no view has a majority
record FlightMismatch(
        Signal signal, GroupView group, long sequence, Map<String, List<Integer>> views, Set<Integer> outliers) {
    private static final int COMPARED_MAX = 200_000;

    /// Operations whose ranks must all give the same shape. Others may differ by design.
    private static final Set<String> SAME_SHAPE = Set.of(
            "all_reduce",
            "allreduce",
            "allreduce_coalesced",
            "all_reduce_coalesced",
            "all_reduce_barrier",
            "barrier",
            "_all_gather_base",
            "all_gather_into_tensor",
            "_reduce_scatter_base",
            "reduce_scatter_tensor",
            "broadcast",
            "reduce",
            "AllReduce",
            "AllGather",
            "ReduceScatter",
            "Broadcast",
            "Reduce");

    /// The first mismatch of the group.
    static Optional<FlightMismatch> in(GroupView group) {
        Map<Long, Map<Integer, List<FlightEntry>>> bySequence = new TreeMap<>();
        int compared = 0;
        for (Map.Entry<Integer, List<FlightEntry>> ofRank : group.entries().entrySet()) {
            for (FlightEntry entry : ofRank.getValue()) {
                if (!entry.isPointToPoint() && entry.sequence() >= 0 && compared++ < COMPARED_MAX) {
                    bySequence
                            .computeIfAbsent(entry.sequence(), key -> new TreeMap<>())
                            .computeIfAbsent(ofRank.getKey(), key -> new ArrayList<>())
                            .add(entry);
                }
            }
        }
        return bySequence.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .flatMap(entry -> at(group, entry.getKey(), entry.getValue()).stream())
                .findFirst();
    }

    private static Optional<FlightMismatch> at(GroupView group, long sequence, Map<Integer, List<FlightEntry>> byRank) {
        Map<String, List<Integer>> operations = grouped(byRank, FlightMismatch::operations);
        if (operations.size() > 1) {
            return Optional.of(of(Signal.MISMATCH_COLLECTIVE, group, sequence, operations));
        }
        Map<String, List<Integer>> shapes = grouped(byRank, FlightMismatch::shapes);
        return shapes.size() > 1 ? Optional.of(of(Signal.MISMATCH_SIZE, group, sequence, shapes)) : Optional.empty();
    }

    /// A coalesced operation has several entries under one number.
    private static String operations(List<FlightEntry> entries) {
        return String.join(
                "+", entries.stream().map(FlightEntry::operation).limit(64).toList());
    }

    private static String shapes(List<FlightEntry> entries) {
        return String.join(
                "+",
                entries.stream()
                        .limit(64)
                        .map(entry -> SAME_SHAPE.contains(entry.operation())
                                ? entry.sizes().in() + entry.types()
                                : "")
                        .toList());
    }

    private static Map<String, List<Integer>> grouped(
            Map<Integer, List<FlightEntry>> byRank, java.util.function.Function<List<FlightEntry>, String> key) {
        Map<String, List<Integer>> found = new LinkedHashMap<>();
        byRank.forEach((rank, entries) -> found.computeIfAbsent(key.apply(entries), text -> new ArrayList<>())
                .add(rank));
        return found;
    }

    /// Where no view has a majority in its group, groups of the same kind tell which view is the usual one at that
    /// place.
    FlightMismatch among(Collection<GroupView> all) {
        if (!outliers.isEmpty() || group.description().isEmpty()) {
            return this;
        }
        Set<String> usual = new TreeSet<>();
        for (GroupView other : all) {
            if (other != group && other.description().equals(group.description())) {
                other.entries().forEach((rank, entries) -> {
                    String view = view(entries);
                    if (views.containsKey(view)) {
                        usual.add(view);
                    }
                });
            }
        }
        Set<Integer> unusual = new TreeSet<>();
        if (usual.size() == 1) {
            views.forEach((view, ranks) -> unusual.addAll(usual.contains(view) ? List.of() : ranks));
        }
        return new FlightMismatch(signal, group, sequence, views, unusual);
    }

    /// What these entries of one rank have at this place, as a key of {@link #views}.
    private String view(List<FlightEntry> entries) {
        List<FlightEntry> here = entries.stream()
                .filter(entry -> !entry.isPointToPoint() && entry.sequence() == sequence)
                .toList();
        return signal == Signal.MISMATCH_SIZE ? shapes(here) : operations(here);
    }

    private static FlightMismatch of(
            Signal signal, GroupView group, long sequence, Map<String, List<Integer>> grouped) {
        Map<String, List<Integer>> sorted = new LinkedHashMap<>();
        grouped.entrySet().stream()
                .sorted((a, b) ->
                        Integer.compare(b.getValue().size(), a.getValue().size()))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        List<List<Integer>> parts = List.copyOf(sorted.values());
        Set<Integer> outliers = new TreeSet<>();
        if (parts.get(0).size() > parts.get(1).size()) {
            parts.subList(1, parts.size()).forEach(outliers::addAll);
        }
        return new FlightMismatch(signal, group, sequence, sorted, outliers);
    }
}
