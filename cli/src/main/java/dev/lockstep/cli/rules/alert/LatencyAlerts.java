// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import dev.lockstep.cli.rules.model.AlertRule;
import dev.lockstep.cli.rules.model.Promql;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What is slow beside its peers or its past, and has no culprit among the ranks.
final class LatencyAlerts {
    static final Duration EVERY = Duration.ofMinutes(1);

    /// Slow degradation that will reach twice the baseline, where P1 begins, within a day: the line through
    /// the last half day says so, half of that half day was seen, and it has got worse already. The ratio is
    /// recorded each five minutes, 144 points in half a day.
    public static final String DEGRADING = """
            max by (job_id, comm, collective) (
              predict_linear(job_comm_collective_size:nccl_duration_seconds:mean_to_baseline[12h], 86400) > 2
              and count_over_time(job_comm_collective_size:nccl_duration_seconds:mean_to_baseline[12h]) >= 72
              and last_over_time(job_comm_collective_size:nccl_duration_seconds:mean_to_baseline[10m]) > 1.1
            )
            """;

    private static final String CHANNEL = "job_comm_rank_channel:nccl_channel_duration_seconds:mean5m";

    private LatencyAlerts() {}

    static List<AlertRule> all() {
        return List.of(channelSlow(), allReduceSlow(), allReduceRankSlow(), degrading());
    }

    /// Only channels that carried the same operations as most are compared: small operations use few
    /// channels, so that those which carry large ones only are longer by nature.
    private static AlertRule channelSlow() {
        return Alert.of("NcclChannelSlow", Severity.P1)
                .when(Promql.of(
                        """
                        topk by (job_id, comm) (1,
                          max by (job_id, comm, channel) (
                            $mean
                            / ignoring (channel) group_left ()
                            (
                              quantile without (channel) (0.5, $mean)
                              and count without (channel) ($mean) >= 4
                            )
                            and
                            $operations
                            / ignoring (channel) group_left ()
                            quantile without (channel) (0.5, $operations) > 0.8 < 1.25
                          )
                        ) > 1.5
                        """,
                        Map.of(
                                "mean",
                                CHANNEL,
                                "operations",
                                "sum by (job_id, comm, comm_rank, rank, node, gpu, channel)"
                                        + " (rate(nccl_channel_operations_total{channel!=\"other\"}[5m]))")))
                .lasting(Duration.ofMinutes(5))
                .incident("channel/{{ $labels.job_id }}/{{ $labels.comm }}")
                .summary(
                        "Channel {{ $labels.channel }} of job {{ $labels.job_id }} takes {{ printf \"%.1f\" $value }} times"
                                + " as long as its other channels: a slow rail or NIC holds up every operation")
                .evidence("In " + Words.COMMUNICATOR + ", mean of five minutes. "
                        + "{{ with printf `topk(1, " + CHANNEL + "{job_id=%q,comm=%q,channel=%q})` $labels.job_id"
                        + " $labels.comm $labels.channel | query }}{{ with first . }}Slowest on " + Words.RANK_FOUND
                        + ": {{ . | value | humanizeDuration }} an operation.{{ end }}{{ end }}"
                        + " The others of a ring are slow with it, so look at that node and its neighbours.")
                .dashboard(Words.dashboard("lockstep-job", "job", "job_id"))
                .rule();
    }

    /// Not where a rank is known to be late: its peers' waits are in the P99, and NcclStraggler says it
    /// better. For ten minutes after, since the P99 looks back.
    private static AlertRule allReduceSlow() {
        String ratio = "job_comm_collective_size:nccl_duration_seconds:p99_to_baseline{collective=\"AllReduce\"}";
        return Alert.of("NcclAllReduceSlow", Severity.P1)
                .when("""
                        max by (job_id, comm) (last_over_time(%s[10m])) > 2
                        unless on (job_id)
                        max_over_time(job_comm:nccl_culprit_share:1m[10m]) > 0.05
                        """.formatted(ratio))
                .lasting(Duration.ofMinutes(5))
                .incident("allreduce/{{ $labels.job_id }}/{{ $labels.comm }}")
                .summary(
                        "AllReduce of job {{ $labels.job_id }} is slow: its P99 is {{ printf \"%.1f\" $value }} times what"
                                + " such communicators had this week")
                .evidence(
                        "In " + Words.COMMUNICATOR + "{{ with printf `topk(1, last_over_time(job_comm_collective_size:"
                                + "nccl_duration_seconds:p99_to_baseline{collective=\"AllReduce\",job_id=%q,comm=%q}[10m]))`"
                                + " $labels.job_id $labels.comm | query }}{{ with first . }}, worst at size {{ .Labels.size }}"
                                + "{{ end }}{{ end }}. No rank stands out as late, so look at links and at who shares them.")
                .dashboard(Words.dashboard("lockstep-job", "job", "job_id"))
                .rule();
    }

    private static AlertRule allReduceRankSlow() {
        String p99 = "job_rank_collective:nccl_duration_seconds:p99_5m{collective=\"AllReduce\"}";
        return Alert.of("NcclAllReduceRankSlow", Severity.INFO)
                .when(Words.withUuid(Promql.of("""
                        (
                          $tail / quantile_over_time(0.5, $tail[1h] offset 10m) > 2
                          and count_over_time($tail[1h] offset 10m) >= 30
                        )
                        """, Map.of("tail", p99))))
                .lasting(Duration.ofMinutes(5))
                .incident("allreduce-rank/{{ $labels.job_id }}/{{ $labels.node }}/{{ $labels.rank }}")
                .summary("AllReduce takes " + Words.RANK
                        + " of job {{ $labels.job_id }} {{ printf \"%.1f\" $value }} times as" + " long as an hour ago")
                .evidence(
                        "P99 of five minutes against the median of that rank's P99 in the hour before. A rank that waits"
                                + " looks like this, the one that it waits for does not.")
                .dashboard(Words.dashboard("lockstep-ranks", "job", "job_id"))
                .rule();
    }

    private static AlertRule degrading() {
        return Alert.of("NcclDegrading", Severity.P2)
                .when(DEGRADING)
                .lasting(Duration.ofHours(1))
                .incident("degrading/{{ $labels.job_id }}/{{ $labels.comm }}/{{ $labels.collective }}")
                .summary("{{ $labels.collective }} of job {{ $labels.job_id }} gets slower: at this pace it takes"
                        + " {{ printf \"%.1f\" $value }} times its usual time in a day")
                .evidence("In " + Words.COMMUNICATOR + ", mean beside that of the same shape this week"
                        + "{{ with printf `max(last_over_time(job_comm_collective_size:nccl_duration_seconds:mean_to_baseline"
                        + "{job_id=%q,comm=%q,collective=%q}[10m]))` $labels.job_id $labels.comm $labels.collective | query }}"
                        + ": {{ first . | value | printf \"%.2f\" }} times now{{ end }}. The line is drawn through twelve"
                        + " hours.")
                .dashboard(Words.dashboard("lockstep-job", "job", "job_id"))
                .rule();
    }
}
