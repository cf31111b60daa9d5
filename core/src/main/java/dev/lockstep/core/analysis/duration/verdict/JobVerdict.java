// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.duration.DurationStudy;
import java.util.ArrayList;
import java.util.List;

/// All that durations tell of one job.
///
/// @param late who came late, the costliest first
/// @param echoes where others wait for them, and where that is passed on
/// @param paths what moves data slowly
/// @param endings how the records end
/// @param notes what cannot be told, in sentences
/// @param findings the same as the brain states what it finds
public record JobVerdict(
        StudiedJob job,
        StepTimes times,
        List<LateRank> late,
        List<Echo> echoes,
        List<SlowPath> paths,
        Endings endings,
        Coverage coverage,
        List<String> notes,
        List<Finding> findings) {
    public JobVerdict {
        late = List.copyOf(late);
        echoes = List.copyOf(echoes);
        paths = List.copyOf(paths);
        notes = List.copyOf(notes);
        findings = List.copyOf(findings);
    }

    /// The verdict on each job of a study.
    public static List<JobVerdict> of(DurationStudy study) {
        return StudiedJob.of(study).stream().map(JobVerdict::of).toList();
    }

    private static JobVerdict of(StudiedJob job) {
        StepTimes times = new StepTimes(job);
        LateRanks ranks = new LateRanks(job, times);
        List<LateRank> late = Costs.of(job, times, ranks.late());
        List<Echo> echoes = late.isEmpty() ? List.of() : new Echoes(job, times).of(late);
        List<SlowPath> paths = new SlowPaths(times).find();
        Coverage coverage = Coverage.of(job);
        List<String> notes = new ArrayList<>(ranks.notes());
        notes.addAll(MissingRanks.notes(job, times));
        Findings findings = new Findings(job, times, coverage);
        return new JobVerdict(
                job, times, late, echoes, paths, Endings.of(job), coverage, notes, findings.of(late, echoes, paths));
    }

    /// GPU seconds that the findings cost, at most.
    public double lostGpuSeconds() {
        return late.stream().mapToDouble(LateRank::lostGpuSeconds).sum()
                + paths.stream().mapToDouble(SlowPath::lostGpuSeconds).sum();
    }
}
