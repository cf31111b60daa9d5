// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import dev.lockstep.cli.rules.model.AlertRule;
import dev.lockstep.cli.rules.model.Promql;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Alerts about Lockstep itself: what it does not see.
final class WatcherAlerts {
    static final Duration EVERY = Duration.ofMinutes(1);

    private static final String DASHBOARD = "/d/lockstep-self";

    /// Nodes whose agent was seen in the last six hours, and those of them that are not seen now. A node that
    /// was taken out of service is forgotten after that.
    private static final Map<String, String> AGENTS = Map.of(
            "known", "group by (node) (present_over_time(lockstep_watchdog[6h]))",
            "seen", "group by (node) (lockstep_watchdog)");

    private WatcherAlerts() {}

    static List<AlertRule> all() {
        return List.of(blind(), agentsGone(), agentGone(), watchdogMissing(), captureLoss(), seriesBudgetNear());
    }

    /// The chain from Prometheus to the dead man's switch, in a group of its own.
    static AlertRule watchdog() {
        return Alert.of("LockstepWatchdog", Severity.NONE)
                .when("vector(1)")
                .incident("watchdog")
                .summary("Alerting works: this always fires, and whoever stops hearing it should look")
                .evidence("Prometheus evaluates Lockstep's rules and Alertmanager delivers.")
                .dashboard(DASHBOARD)
                .rule();
    }

    private static AlertRule blind() {
        return Alert.of("LockstepBlind", Severity.P1)
                .when("absent(lockstep_watchdog)")
                .lasting(Duration.ofMinutes(5))
                .incident("blind")
                .summary("Lockstep sees nothing: not one agent answers, so no other alert of it can be believed")
                .evidence(
                        "Prometheus has no lockstep_watchdog of any node. What was firing has not ended, it is not seen.")
                .dashboard(DASHBOARD)
                .rule();
    }

    private static AlertRule agentsGone() {
        return Alert.of("LockstepAgentsGone", Severity.P1)
                .when(Promql.of("""
                        100 * count($known unless on (node) $seen) / count($known) > 10
                        and on () count($known unless on (node) $seen) >= 2
                        and on () count(lockstep_watchdog) > 0
                        """, AGENTS))
                .lasting(Duration.ofMinutes(5))
                .incident("agents-gone")
                .summary("{{ printf \"%.0f\" $value }} % of Lockstep's agents are gone: their nodes are not watched")
                .evidence("Seen in the last six hours and not now: {{ range $i, $node := query `"
                        + Promql.of("$known unless on (node) $seen", AGENTS) + "` | sortByLabel \"node\" }}"
                        + "{{ if lt $i 8 }}{{ if $i }}, {{ end }}{{ $node.Labels.node }}{{ end }}"
                        + "{{ if eq $i 8 }} and others{{ end }}{{ end }}.")
                .dashboard(DASHBOARD)
                .rule();
    }

    private static AlertRule agentGone() {
        return Alert.of("LockstepAgentGone", Severity.P2)
                .when(Promql.of("$known unless on (node) $seen", AGENTS))
                .lasting(Duration.ofMinutes(10))
                .incident("agent/{{ $labels.node }}")
                .summary("Lockstep's agent on {{ $labels.node }} is gone: the node is not watched")
                .evidence(
                        "It answered in the last six hours and has not for ten minutes: the agent or its node is down, or"
                                + " Prometheus cannot reach it.")
                .dashboard(DASHBOARD)
                .rule();
    }

    /// What LockstepAgentGone cannot see, since it has never known the node.
    private static AlertRule watchdogMissing() {
        return Alert.of("LockstepWatchdogMissing", Severity.P2)
                .when("""
                        group by (target) (
                          label_replace(
                            up
                            and on (job) lockstep_watchdog
                            unless on (job, instance) present_over_time(lockstep_watchdog[6h]),
                            "target", "$1", "instance", "(.+)")
                        )
                        """)
                .lasting(Duration.ofMinutes(15))
                .incident("target/{{ $labels.target }}")
                .summary("{{ $labels.target }} should be an agent of Lockstep and is none: a node is not watched")
                .evidence(
                        "Prometheus scrapes it beside the agents, and has had no lockstep_watchdog from it for six hours.")
                .dashboard(DASHBOARD)
                .rule();
    }

    private static AlertRule captureLoss() {
        return Alert.of("NcclCaptureLoss", Severity.P2)
                .when("""
                        sum by (node, job_id) (rate(nccl_records_lost_any_reason_total[10m])) > 0
                        or
                        min by (node, source) (lockstep_source_success) == 0
                        """)
                .lasting(Duration.ofMinutes(10))
                .incident(
                        "loss/{{ $labels.node }}/{{ with $labels.job_id }}{{ . }}{{ else }}{{ $labels.source }}{{ end }}")
                .summary("{{ with $labels.source }}Lockstep's agent on {{ $labels.node }} cannot read {{ . }}"
                        + "{{ else }}Lockstep loses {{ printf \"%.1f\" $value }} records a second of job {{ $labels.job_id }}"
                        + " on {{ $labels.node }}{{ end }}")
                .evidence("{{ if $labels.source }}Its readings have failed for ten minutes; its log says why.{{ else }}"
                        + "Reasons: {{ range $i, $lost := printf `sort_desc(sum by (reason) (increase("
                        + "nccl_records_lost_total{node=%q,job_id=%q}[10m])) > 0)` $labels.node $labels.job_id | query }}"
                        + "{{ if $i }}, {{ end }}{{ $lost.Labels.reason }} {{ $lost | value | printf \"%.0f\" }}{{ else }}"
                        + "not known{{ end }} in ten minutes. What is measured there is too little by that.{{ end }}")
                .dashboard(DASHBOARD)
                .rule();
    }

    /// Folding begins at 240 of the usual 300 series of a GPU; `lockstep_series` is that of the whole node.
    private static AlertRule seriesBudgetNear() {
        return Alert.of("LockstepSeriesBudgetNear", Severity.P2)
                .when("""
                        sum by (node, job_id) (lockstep_series_folded) > 0
                        or
                        (
                          max by (node) (lockstep_series) / count by (node) (nccl_rank_info) > 200
                          unless on (node) lockstep_series_folded > 0
                        )
                        """)
                .lasting(Duration.ofMinutes(30))
                .incident("series/{{ $labels.node }}/{{ $labels.job_id }}")
                .summary("{{ if $labels.job_id }}Lockstep folds {{ $value }} series of job {{ $labels.job_id }} on"
                        + " {{ $labels.node }}: a GPU's budget of series is used up{{ else }}Lockstep serves"
                        + " {{ printf \"%.0f\" $value }} series a GPU on {{ $labels.node }}: soon it folds{{ end }}")
                .evidence(
                        "Sums stay exact; sizes or communicators of that job become \"other\". docs/metrics.md has the"
                                + " formula, --series-per-gpu the budget.")
                .dashboard(DASHBOARD)
                .rule();
    }
}
