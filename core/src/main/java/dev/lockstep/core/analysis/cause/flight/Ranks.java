// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/// Ranks in sentences: `ranks 8, 10-13, 15`.
final class Ranks {
    private static final int PARTS_MAX = 16;

    private Ranks() {}

    static String of(Collection<Integer> ranks) {
        return (ranks.size() == 1 ? "rank " : "ranks ") + runs(ranks);
    }

    /// With a capital, for the begin of a sentence.
    static String atBegin(Collection<Integer> ranks) {
        return "R" + of(ranks).substring(1);
    }

    /// The verb for that many ranks: `waits` or `wait`.
    static String verb(Collection<Integer> ranks, String ofOne, String ofMany) {
        return ranks.size() == 1 ? ofOne : ofMany;
    }

    private static String runs(Collection<Integer> ranks) {
        List<Integer> sorted = List.copyOf(new TreeSet<>(ranks));
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < sorted.size(); ) {
            int last = i;
            while (last + 1 < sorted.size() && sorted.get(last + 1) == sorted.get(last) + 1) {
                last++;
            }
            if (parts.size() == PARTS_MAX) {
                parts.add("and " + (sorted.size() - i) + " more");
                break;
            }
            String end = last == i ? "" : (last == i + 1 ? ", " : "-") + sorted.get(last);
            parts.add(sorted.get(i) + end);
            i = last + 1;
        }
        return String.join(", ", parts);
    }
}
