// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/// Ranks in a few words: `8-15, 17`.
public final class RankRanges {
    private RankRanges() {}

    /// The ranks with those that follow each other taken together; empty without any.
    public static String of(SortedSet<Integer> ranks) {
        List<String> ranges = new ArrayList<>();
        int from = Integer.MIN_VALUE;
        int to = Integer.MIN_VALUE;
        for (int rank : ranks) {
            if (ranges.isEmpty() || rank != to + 1) {
                from = rank;
            } else {
                ranges.removeLast();
            }
            to = rank;
            ranges.add(from == to ? Integer.toString(from) : from + "-" + to);
        }
        return String.join(", ", ranges);
    }
}
