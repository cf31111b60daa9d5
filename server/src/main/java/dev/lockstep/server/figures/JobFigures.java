// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.figures;

import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.NcclFunction;
import java.util.List;

/// What is served of the time of jobs: all that counts never goes back as long as its job is known. Immutable.
///
/// @param foldedJobs jobs that found no room and are summed under `job_id="other"`
/// @param foldedRanks ranks that found none and are summed under `rank="other"` of their job
/// @param foldedTransfers communicators and functions that found none and are summed under `comm="other"`
public record JobFigures(
        List<OfJob> jobs,
        List<OfRank> ranks,
        List<OfTransfers> transfers,
        int foldedJobs,
        int foldedRanks,
        int foldedTransfers) {
    /// Of no job.
    public static final JobFigures NONE = new JobFigures(List.of(), List.of(), List.of(), 0, 0, 0);

    /// The label of what was folded.
    public static final String OTHER = "other";

    public JobFigures {
        jobs = List.copyOf(jobs);
        ranks = List.copyOf(ranks);
        transfers = List.copyOf(transfers);
    }

    /// One job.
    ///
    /// @param coverage share of the ranks of its communicators of which anything was heard
    /// @param complete operations of which every rank told its time
    /// @param partial operations that were closed without some ranks
    public record OfJob(String jobId, double coverage, long complete, long partial, DurationHistogram steps) {}

    /// Where a rank runs, as labels; those that are not known are empty.
    public record Place(String node, String gpu, String rank) {
        static final Place ELSEWHERE = new Place("", "", OTHER);
    }

    /// One rank.
    public record OfRank(String jobId, Place place, double waitSeconds, double lostGpuSeconds) {}

    /// One function of one communicator.
    public record Way(String comm, NcclFunction function) {}

    /// The transfers of one.
    public record OfTransfers(String jobId, Way way, DurationHistogram durations) {}
}
