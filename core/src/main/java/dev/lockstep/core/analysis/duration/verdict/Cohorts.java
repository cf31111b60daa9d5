// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.Groups;
import dev.lockstep.core.analysis.duration.SizeSeries;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.model.NcclFunction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Which processes of a job do the same and may be compared: those that collectives join. What joins all ranks does not
/// count, as it joins the stages of a pipeline too; nor do communicators of several stages, and those of a kind that
/// many ranks do not have, as the first and the last stage share one.
final class Cohorts {
    /// What tells kinds of communicators apart.
    private record Kind(int ranks, TreeSet<NcclFunction> functions) {
        static Kind of(StudiedCommunicator communicator) {
            TreeSet<NcclFunction> functions = new TreeSet<>();
            communicator.series().stream().map(SizeSeries::function).forEach(functions::add);
            return new Kind(communicator.ranks(), functions);
        }
    }

    /// A kind of communicators that fewer ranks have joins nobody.
    private static final double SHARE_MIN = 0.7;

    private Cohorts() {}

    /// Processes by their place in the job, cohort by cohort.
    static List<List<Integer>> of(StudiedJob job) {
        return of(job, new Pipelines(job));
    }

    static List<List<Integer>> of(StudiedJob job, Pipelines pipelines) {
        List<StudiedCommunicator> joining = joining(job, pipelines);
        Map<Kind, Integer> members = new HashMap<>();
        joining.forEach(each -> members.merge(Kind.of(each), each.processes().size(), Integer::sum));
        Groups cohorts = new Groups(job.processes().size());
        joining.stream()
                .filter(each -> members.getOrDefault(Kind.of(each), 0)
                        >= SHARE_MIN * job.processes().size())
                .forEach(each -> join(job, each, cohorts));
        List<List<Integer>> all = cohorts.all();
        boolean areApart = all.stream().allMatch(cohort -> cohort.size() == 1);
        return areApart
                ? List.of(IntStream.range(0, job.processes().size()).boxed().toList())
                : all;
    }

    /// Communicators with collectives of processes that do the same.
    static List<StudiedCommunicator> joining(StudiedJob job, Pipelines pipelines) {
        return job.communicators().stream()
                .filter(each -> each.ranks() < job.ranks() && !each.series().isEmpty())
                .filter(each -> !pipelines.isAcross(each))
                .toList();
    }

    private static void join(StudiedJob job, StudiedCommunicator communicator, Groups cohorts) {
        int first = job.processes()
                .indexOf(communicator.processes().get(communicator.processes().firstKey()));
        communicator
                .processes()
                .values()
                .forEach(process -> cohorts.join(first, job.processes().indexOf(process)));
    }
}
