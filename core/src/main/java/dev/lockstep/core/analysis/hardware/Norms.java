// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What nodes have, and who of them has another thing than the clear majority.
final class Norms {
    /// Nodes that tell of a subject, below which nothing is a majority.
    private static final int NODES_MIN = 3;

    /// So many nodes stand against each one that differs: else the fleet is mixed, and nobody is odd.
    private static final int AGAINST_EACH = 3;

    private static final int SUBJECTS_MAX = 1_024;

    /// What is compared: the thing that the same device of each node has, or that each node has once.
    ///
    /// @param device its name on each node; empty for a thing of the node
    record Subject(String device, String what) implements Comparable<Subject> {
        static Subject ofNode(String what) {
            return new Subject("", what);
        }

        @Override
        public int compareTo(Subject other) {
            int byWhat = what.compareTo(other.what);
            return byWhat != 0 ? byWhat : device.compareTo(other.device);
        }
    }

    /// A node that differs.
    record Odd(String node, Subject subject, String has, String norm, int agreed, int asked) {
        /// `mlx5_0:1 of node-b: firmware 28.38, on 7 of 8 nodes 28.39`.
        String sentence() {
            String owner = subject.device().isEmpty() ? node : subject.device() + " of " + node;
            return owner + ": " + subject.what() + " " + has + ", on " + agreed + " of " + asked + " nodes " + norm;
        }
    }

    private final Map<Subject, Map<String, String>> values = new TreeMap<>();
    private final Map<String, Map<String, String>> otherwise = new HashMap<>();

    void add(String node, Subject subject, String value) {
        if (values.size() < SUBJECTS_MAX || values.containsKey(subject)) {
            values.computeIfAbsent(subject, key -> new TreeMap<>()).put(node, value);
        }
    }

    /// What the node has where it tells nothing of that.
    void otherwise(String what, String node, String value) {
        otherwise.computeIfAbsent(what, key -> new TreeMap<>()).put(node, value);
    }

    /// All that differ, in the order of what they differ in.
    List<Odd> odd() {
        List<Odd> odd = new ArrayList<>();
        values.forEach((subject, told) -> {
            Map<String, String> byNode = new TreeMap<>(otherwise.getOrDefault(subject.what(), Map.of()));
            byNode.putAll(told);
            norm(byNode)
                    .ifPresent(norm -> byNode.forEach((node, value) -> {
                        if (!value.equals(norm)) {
                            odd.add(new Odd(node, subject, value, norm, count(byNode, norm), byNode.size()));
                        }
                    }));
        });
        return odd;
    }

    private static Optional<String> norm(Map<String, String> byNode) {
        if (byNode.size() < NODES_MIN) {
            return Optional.empty();
        }
        Set<String> candidates = new HashSet<>(byNode.values());
        return candidates.stream()
                .filter(value -> {
                    int agreed = count(byNode, value);
                    int others = byNode.size() - agreed;
                    return others == 1 || agreed >= AGAINST_EACH * others;
                })
                .findFirst();
    }

    private static int count(Map<String, String> byNode, String value) {
        return (int) byNode.values().stream().filter(value::equals).count();
    }
}
