// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.OperationTable;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How the records of a job end. An operation is written when it is over, so in a hang as after the last step they just
/// end; who is one operation behind its like is all that can be seen.
///
/// @param areTogether all ranks of each communicator end with the same operation
/// @param behind in sentences, what ends before its like, where all end together
public record Endings(boolean areTogether, List<String> behind) {
    private record ShapeKey(NcclFunction function, int ranks, int nodes) {}

    public Endings {
        behind = List.copyOf(behind);
    }

    static Endings of(StudiedJob job) {
        long most = 0;
        int compared = 0;
        Map<ShapeKey, Map<StudiedCommunicator, Long>> byShape = new LinkedHashMap<>();
        for (StudiedCommunicator communicator : job.communicators()) {
            for (OperationTable table : communicator.tables()) {
                long last = table.highestOfAll();
                compared += table.knownRanks() > 1 ? 1 : 0;
                for (int rank : communicator.processes().keySet()) {
                    boolean isKnown = table.highest(rank) >= 0;
                    most = isKnown ? Math.max(most, last - table.highest(rank)) : most;
                }
                ShapeKey key = new ShapeKey(table.function(), communicator.ranks(), communicator.nodes());
                byShape.computeIfAbsent(key, k -> new LinkedHashMap<>()).put(communicator, last);
            }
        }
        boolean areTogether = compared > 0 && most == 0;
        return new Endings(areTogether, areTogether ? behind(job, byShape) : List.of());
    }

    private static List<String> behind(StudiedJob job, Map<ShapeKey, Map<StudiedCommunicator, Long>> byShape) {
        List<String> behind = new ArrayList<>();
        byShape.forEach((key, lasts) -> {
            long top = lasts.values().stream().mapToLong(Long::longValue).max().orElse(0);
            long late = lasts.values().stream().filter(last -> last < top).count();
            boolean areFew = late * 2 < lasts.size();
            lasts.forEach((communicator, last) -> {
                if (areFew && last < top) {
                    behind.add(sentence(job, communicator, key.function(), last, top - last));
                }
            });
        });
        return behind;
    }

    private static String sentence(
            StudiedJob job, StudiedCommunicator communicator, NcclFunction function, long last, long less) {
        return Ranks.list(job, communicator.processes().values()) + " in " + communicator.label() + ": "
                + function.ncclName() + " ends with number " + last + ", "
                + (less == 1 ? "one operation" : less + " operations") + " before the others of its shape";
    }
}
