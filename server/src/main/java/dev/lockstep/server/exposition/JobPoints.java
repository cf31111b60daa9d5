// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.exposition;

import dev.lockstep.core.metric.BrainMetrics;
import dev.lockstep.server.figures.JobFigures;
import dev.lockstep.server.figures.JobFigures.OfJob;
import dev.lockstep.server.figures.JobFigures.OfRank;
import dev.lockstep.server.figures.JobFigures.OfTransfers;
import dev.lockstep.server.figures.JobFigures.Place;

/// What the time of jobs went to.
///
/// ```
/// lockstep_wait_seconds_total{job_id="1234",node="node-7",gpu="3",rank="59"} 12.5
/// lockstep_lost_gpu_seconds_total{job_id="1234",node="node-7",gpu="3",rank="59"} 0
/// ```
final class JobPoints {
    private JobPoints() {}

    static void add(Points points, JobFigures figures) {
        figures.jobs().forEach(job -> add(points, job));
        figures.ranks().forEach(rank -> add(points, rank));
        figures.transfers().forEach(transfers -> add(points, transfers));
        points.add(BrainMetrics.FOLDED, figures.foldedJobs(), "job_id");
        points.add(BrainMetrics.FOLDED, figures.foldedRanks(), "rank");
        points.add(BrainMetrics.FOLDED, figures.foldedTransfers(), "comm");
    }

    private static void add(Points points, OfJob job) {
        points.add(BrainMetrics.COVERAGE, job.coverage(), job.jobId());
        points.add(BrainMetrics.MATCHED, job.complete(), job.jobId(), "complete");
        points.add(BrainMetrics.MATCHED, job.partial(), job.jobId(), "partial");
        points.add(BrainMetrics.STEP, job.steps(), job.jobId());
    }

    private static void add(Points points, OfRank rank) {
        Place place = rank.place();
        String[] labels = {rank.jobId(), place.node(), place.gpu(), place.rank()};
        points.add(BrainMetrics.WAIT, rank.waitSeconds(), labels);
        points.add(BrainMetrics.LOST, rank.lostGpuSeconds(), labels);
    }

    private static void add(Points points, OfTransfers transfers) {
        points.add(
                BrainMetrics.TRANSFER,
                transfers.durations(),
                transfers.jobId(),
                transfers.way().comm(),
                transfers.way().function().ncclName());
    }
}
