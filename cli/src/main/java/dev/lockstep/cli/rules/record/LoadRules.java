// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.Promql;
import dev.lockstep.cli.rules.model.RecordingRule;
import java.util.List;
import java.util.Map;

/// What ranks, nodes and channels carry, and how busy they are with it.
final class LoadRules {
    private static final String BYTES = "bytes";
    private static final String BYTES_PER_SECOND = "bytes per second";

    private static final Map<String, String> PIECES = Map.of(
            "membership", Level.MEMBERSHIP.labels(),
            "channel", Level.CHANNEL.labels(),
            "rank", Level.RANK.labels());

    private LoadRules() {}

    static List<RecordingRule> all() {
        return List.of(
                bandwidth(),
                largestBandwidth(),
                busyShare(),
                trafficRate(),
                traffic(),
                imbalance(),
                trafficOfNode(),
                busyShareOfNode(),
                channelDuration());
    }

    private static RecordingRule bandwidth() {
        return Level.MEMBERSHIP.record(
                "nccl_bus_bandwidth_bytes:rate1m",
                BYTES_PER_SECOND,
                "Apparent bus bandwidth of the communicator on this rank: bus bytes over the time in which it was busy,"
                        + " waits included. None where the source knows no busy time, as Inspector's files.",
                Promql.of("""
                sum by ($membership) (rate(nccl_collective_bus_bytes_total[1m]))
                / (sum by ($membership) (rate(nccl_collective_busy_seconds_total[1m])) > 0)
                """, PIECES));
    }

    private static RecordingRule largestBandwidth() {
        return Level.COMMUNICATOR.record(
                "nccl_bus_bandwidth_bytes:max1m",
                BYTES_PER_SECOND,
                "The same on the rank where it is largest: the one that waits least, so this is nearest to what the"
                        + " network gave.",
                "max by (job_id, comm) (job_comm_rank:nccl_bus_bandwidth_bytes:rate1m)");
    }

    private static RecordingRule busyShare() {
        return Level.RANK.record(
                "nccl_busy_share:1m",
                RankRules.SHARE,
                "Part of the time that the rank has collectives on its GPU, waits included, summed over its communicators;"
                        + " above 1 where they overlap.",
                Promql.of("sum by ($rank) (rate(nccl_collective_busy_seconds_total[1m]))", PIECES));
    }

    private static RecordingRule trafficRate() {
        return Level.RANK.record(
                "nccl_traffic_bytes:rate1m",
                BYTES_PER_SECOND,
                "Bytes that the rank's operations carry, collectives and Send and Recv together, as nccl-tests count them.",
                Promql.of(
                        "sum by ($rank) (rate(nccl_collective_bytes_total[1m]) or rate(nccl_p2p_bytes_total[1m]))",
                        PIECES));
    }

    private static RecordingRule traffic() {
        return Level.RANK.record(
                "nccl_traffic_bytes:total",
                BYTES,
                "The same since its communicators began. It falls when one of them has ended.",
                Promql.of("sum by ($rank) (nccl_collective_bytes_total or nccl_p2p_bytes_total)", PIECES));
    }

    private static RecordingRule imbalance() {
        return Level.JOB.record(
                "nccl_traffic_imbalance:ratio",
                RankRules.SHARE,
                "The largest traffic of a rank over the mean of the job's ranks, since their communicators began: 1 where all"
                        + " carry the same.",
                """
                max by (job_id) (job_rank:nccl_traffic_bytes:total)
                / (avg by (job_id) (job_rank:nccl_traffic_bytes:total) > 0)
                """);
    }

    private static RecordingRule trafficOfNode() {
        return Level.NODE.record(
                "nccl_traffic_bytes:rate1m",
                BYTES_PER_SECOND,
                "Traffic of all ranks of the node.",
                "sum by (node) (job_rank:nccl_traffic_bytes:rate1m)");
    }

    private static RecordingRule busyShareOfNode() {
        return Level.NODE.record(
                "nccl_busy_share:1m",
                RankRules.SHARE,
                "Mean over the ranks of the node of their busy share. Ranks that have just ended count as idle ones.",
                "avg by (node) (job_rank:nccl_busy_share:1m)");
    }

    private static RecordingRule channelDuration() {
        return Level.CHANNEL.record(
                "nccl_channel_duration_seconds:mean5m",
                RankRules.SECONDS,
                "Mean time of the channel in an operation that used it. The slow one of equal channels has the largest.",
                Promql.of("""
                sum by ($channel) (rate(nccl_channel_busy_seconds_total{channel!="other"}[5m]))
                / (sum by ($channel) (rate(nccl_channel_operations_total{channel!="other"}[5m])) > 0)
                """, PIECES));
    }
}
