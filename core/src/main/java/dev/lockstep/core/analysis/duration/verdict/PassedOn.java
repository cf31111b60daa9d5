// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.Groups;
import dev.lockstep.core.analysis.duration.SizeSeries;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Lateness that came through a pipeline. A stage waits for the one before it in a Recv, of which Inspector often
/// has no record, and then comes late to its data group as if the time were its own. Its tensor group is late as a
/// whole then,
/// while that of the stage where it began waits for one of its ranks.
final class PassedOn {
    private static final double LONGER_MAX = 2;

    private final StudiedJob job;
    private final StepTimes times;
    private final List<StudiedCommunicator> joining;
    private final Groups pipelines;
    private final Groups cohorts;
    private final boolean areSeen;

    PassedOn(StudiedJob job, StepTimes times, Pipelines joined, List<List<Integer>> cohorts) {
        this.job = job;
        this.times = times;
        this.joining = Cohorts.joining(job, joined);
        int count = job.processes().size();
        this.pipelines = new Groups(count);
        this.cohorts = new Groups(count);
        cohorts.forEach(cohort -> cohort.forEach(each -> this.cohorts.join(each, cohort.getFirst())));
        for (int process = 0; process < count; process++) {
            pipelines.join(process, joined.firstOf(process));
            int at = process;
            tensorGroup(process)
                    .ifPresent(
                            group -> group.processes().values().forEach(peer -> pipelines.join(at, times.index(peer))));
        }
        this.areSeen = joined.isAny();
    }

    /// The communicator in which a process meets others most often, if it has another to come late to.
    private Optional<StudiedCommunicator> tensorGroup(int process) {
        StudiedProcess of = job.processes().get(process);
        List<StudiedCommunicator> own = joining.stream()
                .filter(each -> each.processes().containsValue(of))
                .toList();
        return own.size() < 2 ? Optional.empty() : own.stream().max(Comparator.comparingLong(PassedOn::operations));
    }

    private static long operations(StudiedCommunicator communicator) {
        return communicator.series().stream().mapToLong(SizeSeries::rows).sum();
    }

    /// Which of the late ranks only pass on what they waited in another stage.
    Set<LateRank> of(List<LateRank> late) {
        Set<StudiedProcess> processes = new HashSet<>();
        late.forEach(each -> processes.add(each.process()));
        List<LateRank> roots =
                late.stream().filter(each -> isWaitedFor(each, processes)).toList();
        Set<LateRank> passed = new HashSet<>();
        for (LateRank each : late) {
            boolean isExplained = !roots.contains(each)
                    && roots.stream().anyMatch(root -> explains(root, each))
                    && tensorGroup(times.index(each.process())).isPresent();
            if (isExplained) {
                passed.add(each);
            }
        }
        return passed;
    }

    /// Whether its tensor group has ranks that wait for it.
    private boolean isWaitedFor(LateRank rank, Set<StudiedProcess> late) {
        return tensorGroup(times.index(rank.process()))
                .filter(group -> !late.containsAll(group.processes().values()))
                .isPresent();
    }

    private boolean explains(LateRank root, LateRank other) {
        int one = times.index(root.process());
        int two = times.index(other.process());
        boolean isOfItsPipeline = !areSeen || pipelines.areJoined(one, two);
        return !cohorts.areJoined(one, two)
                && isOfItsPipeline
                && other.delaySeconds() <= LONGER_MAX * root.delaySeconds();
    }
}
