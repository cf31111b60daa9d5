// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Groups of things that are joined, directly or through others.
public final class Groups {
    private final int[] parents;

    /// Each of `count` things is a group of its own.
    public Groups(int count) {
        parents = new int[count];
        Arrays.setAll(parents, i -> i);
    }

    /// Makes the groups of both one.
    public void join(int one, int other) {
        parents[of(one)] = of(other);
    }

    /// The group that it belongs to.
    public int of(int thing) {
        int at = thing;
        while (parents[at] != at) {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        return at;
    }

    /// Whether both are in one group.
    public boolean areJoined(int one, int other) {
        return of(one) == of(other);
    }

    /// All groups, each with what belongs to it, by the first of them.
    public List<List<Integer>> all() {
        Map<Integer, List<Integer>> members = new TreeMap<>();
        for (int i = 0; i < parents.length; i++) {
            members.computeIfAbsent(of(i), group -> new ArrayList<>()).add(i);
        }
        List<List<Integer>> all = new ArrayList<>(members.values());
        all.sort(Comparator.comparing(List::getFirst));
        return all;
    }
}
