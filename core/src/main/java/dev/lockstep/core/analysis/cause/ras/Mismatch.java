// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import dev.lockstep.core.analysis.cause.ras.RasComm.Count;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How far apart the ranks of one communicator are in one function. The report names the small group, and that may be
/// the one ahead; who is behind is told by the counts alone.
///
/// @param lagging ranks with fewest launches
/// @param named the same by name; empty if they are many and the report does not name them
/// @param ahead those with most launches that the report names
record Mismatch(
        String function,
        long least,
        long most,
        int lagging,
        int total,
        List<RasProcess> named,
        List<RasProcess> ahead) {
    /// The widest mismatch of the communicator, if there is one.
    static Optional<Mismatch> in(RasComm comm) {
        Map<String, List<Count>> byFunction = new TreeMap<>();
        for (Count count : comm.counts()) {
            byFunction
                    .computeIfAbsent(count.function(), key -> new ArrayList<>())
                    .add(count);
        }
        return byFunction.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(entry -> of(entry.getKey(), entry.getValue()))
                .filter(found -> found.lag() > 0)
                .max(Comparator.comparingLong(Mismatch::lag));
    }

    private static Mismatch of(String function, List<Count> counts) {
        long least = counts.stream().mapToLong(Count::value).min().orElse(0);
        long most = counts.stream().mapToLong(Count::value).max().orElse(0);
        List<Count> last = with(counts, least);
        int lagging = last.stream().mapToInt(Count::ranks).sum();
        List<RasProcess> named =
                last.stream().flatMap(count -> count.listed().stream()).toList();
        int total = counts.stream().mapToInt(Count::ranks).sum();
        return new Mismatch(
                function,
                least,
                most,
                lagging,
                total,
                named.size() == lagging ? named : List.of(),
                with(counts, most).stream()
                        .flatMap(count -> count.listed().stream())
                        .toList());
    }

    private static List<Count> with(List<Count> counts, long value) {
        return counts.stream().filter(count -> count.value() == value).toList();
    }

    long lag() {
        return most - least;
    }

    /// Those who may be blamed: the ranks behind, where they are no majority.
    List<RasProcess> blamed() {
        return lagging * 2 <= total ? named : List.of();
    }

    /// Whether both show the same ranks at the same counts: nothing has moved.
    boolean isSameAs(Mismatch later) {
        return function.equals(later.function)
                && least == later.least
                && most == later.most
                && lagging == later.lagging;
    }

    /// `AllReduce 60 of 64`.
    String words() {
        return function + " " + least + " of " + most;
    }
}
