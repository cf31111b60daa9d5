// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.Promql;
import dev.lockstep.cli.rules.model.RecordingRule;
import java.util.List;
import java.util.Map;

/// How long operations have been in flight: what a hang looks like from outside.
final class InFlightRules {
    private InFlightRules() {}

    static List<RecordingRule> all() {
        return List.of(ranks(), age(), ageOfMost(), pause());
    }

    private static RecordingRule ranks() {
        return Level.JOB.record(
                "nccl_ranks:count",
                "ranks",
                "Ranks of the job that are seen.",
                "count by (job_id) (group by (job_id, rank, node, gpu, pid) (nccl_rank_info))");
    }

    /// Where nothing is in flight there is no age, but a count of 0.
    private static RecordingRule age() {
        return Level.RANK.record(
                "nccl_inflight_age_seconds:max",
                RankRules.SECONDS,
                "Age of the oldest operation that the rank has in flight, 0 where it has none. None of a process that has"
                        + " ended, and of what only Inspector saw.",
                Promql.of("""
                max by ($rank) (
                  nccl_operation_inflight_age_seconds
                  or 0 * nccl_operations_inflight)
                """, Map.of("rank", Level.RANK.labels())));
    }

    private static RecordingRule ageOfMost() {
        return Level.JOB.record(
                "nccl_inflight_age_seconds:most",
                RankRules.SECONDS,
                "Median of that over the job's ranks: half of them have had an operation in flight for longer.",
                "quantile by (job_id) (0.5, job_rank:nccl_inflight_age_seconds:max)");
    }

    /// 15 s is one evaluation of this group. Ranks that vanish meanwhile have not completed anything.
    private static RecordingRule pause() {
        return Level.JOB.record(
                "nccl_pause_seconds:completed",
                RankRules.SECONDS,
                "What job:nccl_inflight_age_seconds:most was before it fell, at the time it did: a pause that ended by"
                        + " itself. Its maximum over hours is the longest pause that the job has shown.",
                """
                (
                  job:nccl_inflight_age_seconds:most offset 15s
                  > job:nccl_inflight_age_seconds:most
                )
                and (
                  count by (job_id) (job_rank:nccl_inflight_age_seconds:max)
                  >= count by (job_id) (job_rank:nccl_inflight_age_seconds:max offset 15s)
                )
                """);
    }
}
