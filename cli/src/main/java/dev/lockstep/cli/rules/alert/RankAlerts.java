// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import dev.lockstep.cli.rules.model.AlertRule;
import java.time.Duration;
import java.util.List;

/// P1: somebody whom the others wait for.
final class RankAlerts {
    static final Duration EVERY = Duration.ofSeconds(15);

    /// One long wait, for a checkpoint for example, is in a rate over a minute for less than a minute.
    private static final Duration PERSISTENT = Duration.ofMinutes(1);

    private RankAlerts() {}

    static List<AlertRule> all() {
        return List.of(straggler(), nodeSlow());
    }

    private static AlertRule straggler() {
        return Alert.of("NcclStraggler", Severity.P1)
                .when(Words.withUuid("(100 * job_comm:nccl_culprit_share:1m > 5)"))
                .lasting(PERSISTENT)
                .incident("straggler/{{ $labels.job_id }}/{{ with $labels.rank }}rank {{ . }}"
                        + "{{ else }}{{ $labels.comm }} rank {{ $labels.comm_rank }}{{ end }}")
                .summary("Everybody in job {{ $labels.job_id }} waits for " + Words.RANK
                        + " {{ printf \"%.0f\" $value }} % of the time")
                .evidence(
                        "In " + Words.COMMUNICATOR + " it comes last, "
                                + "{{ with printf `job_comm_rank:nccl_lateness_seconds:1m{job_id=%q,comm=%q,comm_rank=%q}`"
                                + " $labels.job_id $labels.comm $labels.comm_rank | query }}"
                                + "on average {{ first . | value | humanizeDuration }} after the first, {{ end }}"
                                + "and hardly waits for others itself: the cause is its GPU, its host or its share of the work.")
                .dashboard(Words.dashboard("lockstep-ranks", "job", "job_id") + "&var-comm={{ $labels.comm }}")
                .rule();
    }

    private static AlertRule nodeSlow() {
        return Alert.of("NcclNodeSlow", Severity.P1)
                .when("""
                        count by (job_id, node) (
                          count by (job_id, node, rank, gpu) (job_comm:nccl_culprit_share:1m > 0.05)
                        ) >= 2
                        """)
                .lasting(PERSISTENT)
                .incident("node/{{ $labels.job_id }}/{{ $labels.node }}")
                .summary(
                        "Job {{ $labels.job_id }} waits for {{ $value }} ranks of {{ $labels.node }}: the node is slow,"
                                + " not one GPU")
                .evidence("Each of these is what another communicator waits for: "
                        + "{{ range $i, $rank := printf `100 * max by (rank, gpu) (job_comm:nccl_culprit_share:1m{job_id=%q,"
                        + "node=%q} > 0.05)` $labels.job_id $labels.node | query | sortByLabel \"rank\" }}"
                        + "{{ if lt $i 8 }}{{ if $i }}, {{ end }}rank {{ $rank.Labels.rank }}"
                        + "{{ with $rank.Labels.gpu }} (GPU {{ . }}){{ end }} {{ $rank | value | printf \"%.0f\" }} %"
                        + "{{ end }}{{ end }} of the time.")
                .dashboard(Words.dashboard("lockstep-ranks", "job", "job_id"))
                .rule();
    }
}
