// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.StudiedProcess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;

/// Names several ranks in few words.
public final class Ranks {
    private static final int NAMES_MAX = 8;

    private Ranks() {}

    /// `rank 5`, `ranks 1, 5, 9, 13`, `ranks 0–7`; by their communicators where world ranks are not known.
    public static String list(StudiedJob job, Collection<StudiedProcess> processes) {
        List<Integer> ranks = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (StudiedProcess process : processes) {
            OptionalInt rank = job.worldRank(process);
            rank.ifPresent(ranks::add);
            if (rank.isEmpty()) {
                labels.add(job.label(process));
            }
        }
        if (!labels.isEmpty()) {
            int shown = Math.min(labels.size(), NAMES_MAX);
            String more = shown < labels.size() ? " and " + (labels.size() - shown) + " more" : "";
            return String.join(", ", labels.subList(0, shown)) + more;
        }
        return list(ranks);
    }

    /// The same for numbers.
    public static String list(List<Integer> numbers) {
        List<Integer> sorted = numbers.stream().sorted().toList();
        List<String> runs = new ArrayList<>();
        int from = 0;
        while (from < sorted.size()) {
            int to = from;
            while (to + 1 < sorted.size() && sorted.get(to + 1) == sorted.get(to) + 1) {
                to++;
            }
            if (to - from >= 2) {
                runs.add(sorted.get(from) + "–" + sorted.get(to));
            } else {
                sorted.subList(from, to + 1).forEach(rank -> runs.add(rank.toString()));
            }
            from = to + 1;
        }
        return (sorted.size() == 1 ? "rank " : "ranks ") + String.join(", ", runs);
    }
}
