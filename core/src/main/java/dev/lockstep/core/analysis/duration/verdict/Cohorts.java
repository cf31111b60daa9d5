// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Which processes of a job do the same and may be compared. Those that collectives join without the one of all ranks:
/// the stages of a pipeline have no other in common, as Inspector sees next to nothing of Send and Recv.
final class Cohorts {
    private Cohorts() {}

    /// Processes by their place in the job, cohort by cohort.
    static List<List<Integer>> of(StudiedJob job) {
        int[] parent = new int[job.processes().size()];
        for (int i = 0; i < parent.length; i++) {
            parent[i] = i;
        }
        for (StudiedCommunicator communicator : job.communicators()) {
            boolean isOfAll = communicator.ranks() >= job.ranks();
            if (!isOfAll && !communicator.series().isEmpty()) {
                join(job, communicator, parent);
            }
        }
        Map<Integer, List<Integer>> cohorts = new TreeMap<>();
        for (int i = 0; i < parent.length; i++) {
            cohorts.computeIfAbsent(root(parent, i), r -> new ArrayList<>()).add(i);
        }
        boolean isApart = cohorts.values().stream().allMatch(cohort -> cohort.size() == 1);
        if (isApart) {
            return List.of(cohorts.values().stream().flatMap(List::stream).toList());
        }
        List<List<Integer>> sorted = new ArrayList<>(cohorts.values());
        sorted.sort(Comparator.comparing(List::getFirst));
        return sorted;
    }

    private static void join(StudiedJob job, StudiedCommunicator communicator, int[] parent) {
        int first = -1;
        for (StudiedProcess process : communicator.processes().values()) {
            int index = job.processes().indexOf(process);
            first = first < 0 ? index : first;
            parent[root(parent, index)] = root(parent, first);
        }
    }

    private static int root(int[] parent, int of) {
        int at = of;
        while (parent[at] != at) {
            at = parent[at];
        }
        return at;
    }
}
