// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.Promql;
import dev.lockstep.cli.rules.model.RecordingRule;
import java.util.List;
import java.util.Map;

/// How long steps of NCCL are on the network, for each way from a rank to a peer, and which ways stand out. Only what
/// sends is looked at: the time of a receive holds the wait for the sender.
final class EdgeRules {
    private static final Map<String, String> PIECES = Map.of(
            "edge",
            Level.EDGE.labels(),
            "sent",
            "direction=\"send\",peer!=\"other\"",
            "time",
            "job_comm_edge:nccl_link_step_seconds:mean5m",
            "share",
            "job_comm_edge:nccl_link_step_seconds:mean5m / (job_comm_edge:nccl_link_step_bytes:mean5m > 0)");

    private EdgeRules() {}

    static List<RecordingRule> all() {
        return List.of(time(), bytes(), slowness());
    }

    private static RecordingRule time() {
        return Level.EDGE.record(
                "nccl_link_step_seconds:mean5m",
                RankRules.SECONDS,
                "How long a step that was sent is on the network: from the request to its completion, GPU and waits for"
                        + " room left out.",
                Promql.of("""
                sum by ($edge) (rate(nccl_link_step_seconds_total{$sent,state="send_wait"}[5m]))
                / (sum by ($edge) (rate(nccl_link_timed_steps_total{$sent}[5m])) > 0)
                """, PIECES));
    }

    private static RecordingRule bytes() {
        return Level.EDGE.record(
                "nccl_link_step_bytes:mean5m", "bytes", "How large such a step is.", Promql.of("""
                sum by ($edge) (rate(nccl_link_bytes_total{$sent}[5m]))
                / (sum by ($edge) (rate(nccl_link_steps_total{$sent}[5m])) > 0)
                """, PIECES));
    }

    private static RecordingRule slowness() {
        return Level.EDGE.record(
                "nccl_link_slowness:ratio",
                "times the median",
                "Time of a step against the median way of the job, by step or by byte, whichever is less: large steps"
                        + " take longer and small ones take longer a byte, and neither is slow. Of jobs with four ways or"
                        + " more.",
                Promql.of("""
                (
                  ($time / on (job_id) group_left () (quantile by (job_id) (0.5, $time) > 0))
                  <
                  ($share / on (job_id) group_left () (quantile by (job_id) (0.5, $share) > 0))
                  or
                  ($share / on (job_id) group_left () (quantile by (job_id) (0.5, $share) > 0))
                )
                and on (job_id) count by (job_id) ($time) >= 4
                """, PIECES));
    }
}
