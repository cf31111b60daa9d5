// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.Promql;
import dev.lockstep.cli.rules.model.RecordingRule;
import java.util.List;
import java.util.Map;

/// How long each rank is in its collectives and what that says about who waits for whom.
///
/// In aligned collectives nobody leaves before the last rank has come, so the rank that comes last is in them for the
/// shortest time. All that follows compares the mean durations of the ranks of one communicator. A mean is a quotient
/// of two rates over the same samples, so it does not matter that agents are scraped at different moments.
final class RankRules {
    /// Collectives whose ranks all leave together; what a series budget folded over communicators is no communicator.
    private static final String ALIGNED = "collective=~\"AllReduce|AllGather|ReduceScatter\", comm!=\"other\"";

    static final String SHARE = "ratio";
    static final String SECONDS = "seconds";

    private final Map<String, String> pieces;

    private RankRules(Map<String, String> pieces) {
        this.pieces = pieces;
    }

    static List<RecordingRule> of(Flavour flavour) {
        String histogram = "nccl_collective_duration_seconds";
        RankRules rules = new RankRules(Map.of(
                "membership", Level.MEMBERSHIP.labels(),
                "rank", Level.RANK.labels(),
                "time", flavour.sumRate(histogram, ALIGNED, "1m"),
                "calls", flavour.countRate(histogram, ALIGNED, "1m")));
        return List.of(
                rules.communicator(),
                rules.time(),
                rules.calls(),
                rules.mean(),
                rules.waitShare(),
                rules.latenessSeconds(),
                rules.latenessShare(),
                rules.waitShareOfRank(),
                rules.latenessShareOfRank());
    }

    /// Nodes may differ for a while: the role shows itself to one before others.
    private RecordingRule communicator() {
        return Level.COMMUNICATOR.record(
                "nccl_communicator:info",
                "nodes",
                "What a communicator is, once however many nodes tell it: what most nodes that know its role say, else what"
                        + " most nodes say. The value is how many do.",
                """
                topk by (job_id, comm) (1,
                  count by (job_id, comm, comm_name, role, nranks, nnodes) (
                    nccl_communicator_info{comm!="other", role!=""}))
                or
                topk by (job_id, comm) (1,
                  count by (job_id, comm, comm_name, role, nranks, nnodes) (
                    nccl_communicator_info{comm!="other", role=""}
                    unless on (job_id, comm) nccl_communicator_info{role!=""}))
                """,
                List.of("comm_name", "role", "nranks", "nnodes"));
    }

    private RecordingRule time() {
        return membership(
                "nccl_time:rate1m",
                SHARE,
                "Seconds a second that the rank is in aligned collectives (AllReduce, AllGather, ReduceScatter) of the"
                        + " communicator, waits included. Above 1 where several run at once.",
                "sum by ($membership) ($time)");
    }

    private RecordingRule calls() {
        return membership(
                "nccl_calls:rate1m",
                "operations per second",
                "Aligned collectives a second whose time is known.",
                "sum by ($membership) ($calls)");
    }

    private RecordingRule mean() {
        return membership(
                "nccl_duration_seconds:mean1m",
                SECONDS,
                "Mean time of an aligned collective of the communicator on this rank, waits included. In one communicator"
                        + " the rank that comes last has the smallest. No series while nothing runs.",
                """
                job_comm_rank:nccl_time:rate1m
                / (job_comm_rank:nccl_calls:rate1m > 0)
                """);
    }

    private RecordingRule waitShare() {
        return membership(
                "nccl_wait_share:1m",
                SHARE,
                "Part of the time that the rank waits for others in the communicator: its mean duration above the smallest"
                        + " of the communicator, times its calls a second.",
                """
                (
                  job_comm_rank:nccl_duration_seconds:mean1m
                  - on (job_id, comm) group_left ()
                  min by (job_id, comm) (job_comm_rank:nccl_duration_seconds:mean1m)
                )
                * job_comm_rank:nccl_calls:rate1m
                """);
    }

    private RecordingRule latenessSeconds() {
        return membership(
                "nccl_lateness_seconds:1m",
                SECONDS,
                "How much later than the first rank of the communicator it comes to an aligned collective: the largest mean"
                        + " duration of the communicator less its own.",
                """
                max by (job_id, comm) (job_comm_rank:nccl_duration_seconds:mean1m)
                - on (job_id, comm) group_right ()
                job_comm_rank:nccl_duration_seconds:mean1m
                """);
    }

    /// The mean of the others is (sum - own) / (n - 1), and that less the own is (sum - n × own) / (n - 1).
    private RecordingRule latenessShare() {
        return membership(
                "nccl_lateness_share:1m",
                SHARE,
                "Part of the time that an average rank of the communicator waits for this one: the mean duration of the"
                        + " other ranks less its own, times its calls a second, and 0 where that is negative. No series"
                        + " where only one rank of the communicator is seen.",
                """
                clamp_min(
                  (
                    sum by (job_id, comm) (job_comm_rank:nccl_duration_seconds:mean1m)
                    - on (job_id, comm) group_right ()
                    job_comm_rank:nccl_duration_seconds:mean1m
                    * on (job_id, comm) group_left ()
                    count by (job_id, comm) (job_comm_rank:nccl_duration_seconds:mean1m)
                  )
                  / on (job_id, comm) group_left ()
                  (count by (job_id, comm) (job_comm_rank:nccl_duration_seconds:mean1m) - 1 > 0)
                  * job_comm_rank:nccl_calls:rate1m,
                  0)
                """);
    }

    private RecordingRule waitShareOfRank() {
        return rank(
                "nccl_wait_share:1m",
                "Part of the time that the rank waits for others, summed over its communicators.",
                "sum by ($rank) (job_comm_rank:nccl_wait_share:1m)");
    }

    private RecordingRule latenessShareOfRank() {
        return rank(
                "nccl_lateness_share:1m",
                "Part of the time that an average rank of a communicator waits for this one, in the communicator where that"
                        + " is most.",
                "max by ($rank) (job_comm_rank:nccl_lateness_share:1m)");
    }

    private RecordingRule membership(String metric, String unit, String meaning, String expression) {
        return Level.MEMBERSHIP.record(metric, unit, meaning, Promql.of(expression, pieces));
    }

    private RecordingRule rank(String metric, String meaning, String expression) {
        return Level.RANK.record(metric, SHARE, meaning, Promql.of(expression, pieces));
    }
}
