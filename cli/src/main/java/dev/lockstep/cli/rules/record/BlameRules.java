// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.Promql;
import dev.lockstep.cli.rules.model.RecordingRule;
import java.util.List;
import java.util.Map;

/// Which rank a communicator waits for, if it can be told. They stand behind [RankRules] in one group.
///
/// A rank that is late in its tensor group makes its peers late in their data groups. Those victims have waited
/// elsewhere; the culprit has waited nowhere.
final class BlameRules {
    private static final Map<String, String> PIECES = Map.of("rank", Level.RANK.labels());

    private BlameRules() {}

    static List<RecordingRule> all() {
        return List.of(uneven(), partlySeen(), possibleWait(), shortest(), culprit());
    }

    private static RecordingRule uneven() {
        return Level.COMMUNICATOR.record(
                "nccl_uneven:info",
                "nodes",
                "Communicators over the stages of a pipeline, whose ranks come at different times by nature: those of role"
                        + " world, embedding, pipeline or several in a job that has one of role pipeline. Nobody is blamed"
                        + " in them.",
                """
                job_comm:nccl_communicator:info{role=~"world|embedding|pipeline|several"}
                and on (job_id) job_comm:nccl_communicator:info{role="pipeline"}
                """,
                List.of("comm_name", "role", "nranks", "nnodes"));
    }

    /// A number becomes the label `nranks` by count_values, and can be compared with what the communicator says then.
    private static RecordingRule partlySeen() {
        return Level.COMMUNICATOR.record(
                "nccl_partly_seen:ranks",
                "ranks",
                "How many ranks are seen of a communicator of which not all are: a node has no agent, or was not scraped."
                        + " What nobody sees may be what the others wait for.",
                """
                count by (job_id, comm) (job_comm_rank:nccl_duration_seconds:mean1m)
                and on (job_id, comm) job_comm:nccl_communicator:info{nranks!=""}
                unless on (job_id, comm) (
                  count_values by (job_id, comm) ("nranks",
                    count by (job_id, comm) (job_comm_rank:nccl_duration_seconds:mean1m))
                  and on (job_id, comm, nranks) job_comm:nccl_communicator:info
                )
                """,
                List.of());
    }

    private static RecordingRule possibleWait() {
        return Level.RANK.record(
                "nccl_possible_wait_share:1m",
                RankRules.SHARE,
                "The largest part of the time that the rank may be waiting for others: its wait in communicators all of"
                        + " whose ranks are seen, and all its time in the others. Uneven communicators do not count.",
                Promql.of("""
                sum by ($rank) (
                  (
                    (job_comm_rank:nccl_time:rate1m and on (job_id, comm) job_comm:nccl_partly_seen:ranks)
                    or job_comm_rank:nccl_wait_share:1m
                  )
                  unless on (job_id, comm) job_comm:nccl_uneven:info
                )
                """, PIECES));
    }

    private static RecordingRule shortest() {
        return Level.MEMBERSHIP.record(
                "nccl_duration_seconds:least1m",
                RankRules.SECONDS,
                "The smallest mean duration of a communicator and the rank that has it: the one that comes last.",
                "bottomk by (job_id, comm) (1, job_comm_rank:nccl_duration_seconds:mean1m)",
                "communicators");
    }

    private static RecordingRule culprit() {
        return Level.COMMUNICATOR.record(
                "nccl_culprit_share:1m",
                RankRules.SHARE,
                "The rank that a communicator waits for, at most one each: the one with the smallest mean duration. The value"
                        + " is the part of the time by which it stands apart from every other rank: the second smallest"
                        + " mean less its own, times its calls a second. Left out are a rank that may itself be waiting"
                        + " (job_rank:nccl_possible_wait_share:1m) for half of the time that others wait for it, which is"
                        + " a victim, and the communicators of job_comm:nccl_uneven:info. A rank is recognised in its other"
                        + " communicators by its rank and GPU; where neither is known, all of a node count as one and"
                        + " nobody is named.",
                Promql.of("""
                (
                  min by (job_id, comm) (
                    job_comm_rank:nccl_duration_seconds:mean1m
                    unless job_comm_rank:nccl_duration_seconds:least1m)
                  - on (job_id, comm) group_right ()
                  job_comm_rank:nccl_duration_seconds:least1m
                )
                * job_comm_rank:nccl_calls:rate1m
                and (
                  job_comm_rank:nccl_lateness_share:1m
                  > on ($rank) group_left ()
                  2 * job_rank:nccl_possible_wait_share:1m
                )
                unless on (job_id, comm) job_comm:nccl_uneven:info
                """, PIECES),
                List.of("comm_rank", "rank", "node", "gpu"));
    }
}
