// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import dev.lockstep.cli.rules.model.AlertRule;
import dev.lockstep.cli.rules.model.Promql;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What jobs say of their own trouble, in logs and through RAS. It is seen without the plugin.
final class TroubleAlerts {
    static final Duration EVERY = Duration.ofMinutes(1);

    private static final String JOB = "{{ with $labels.job_id }}job {{ . }}{{ else }}a job{{ end }}";

    private TroubleAlerts() {}

    static List<AlertRule> all() {
        return List.of(error(), timeout());
    }

    private static AlertRule error() {
        return Alert.of("NcclErrorsTold", Severity.P1)
                .when(newOnes("nccl_errors_total{cause=\"itself\"}", "node, job_id, kind, reason"))
                .incident("told/{{ $labels.job_id }}/{{ $labels.node }}/{{ $labels.kind }}")
                .summary("A log or RAS of " + JOB + " on {{ $labels.node }} tells of {{ $labels.kind }}"
                        + "{{ with $labels.reason }} ({{ . }}){{ end }}")
                .evidence("{{ printf \"%.0f\" $value }} in ten minutes that may have begun there; what only followed is"
                        + " not counted. The job may be about to end.")
                .dashboard("/d/lockstep-links?var-node={{ $labels.node | urlquery }}")
                .rule();
    }

    /// All ranks say it, so nodes are summed.
    private static AlertRule timeout() {
        return Alert.of("NcclTimeoutsTold", Severity.P1)
                .when(newOnes("nccl_timeouts_total", "job_id, kind"))
                .incident("timeouts/{{ $labels.job_id }}/{{ $labels.kind }}")
                .summary(
                        "Logs of " + JOB + " tell {{ printf \"%.0f\" $value }} times in ten minutes that a time-out ran"
                                + " out ({{ $labels.kind }})")
                .evidence(
                        "Whoever waits tells it, and the one that is waited for is silent: give all logs of the job to"
                                + " lockstep diagnose.")
                .dashboard("/d/lockstep-links")
                .rule();
    }

    /// A kind that was not told before has no increase, so the value of ten minutes ago is taken off.
    private static String newOnes(String counter, String labels) {
        return Promql.of("""
                sum by ($labels) (
                  ($told - ($told offset 10m or $told * 0)) > 0
                )
                """, Map.of("told", counter, "labels", labels));
    }
}
