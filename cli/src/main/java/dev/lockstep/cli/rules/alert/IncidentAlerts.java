// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import dev.lockstep.cli.rules.model.AlertRule;
import dev.lockstep.cli.rules.model.Promql;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Alerts of what the brain has found, for a brain that leaves Alertmanager to Prometheus (`--alerts rules`),
/// and of the brain's own death.
final class IncidentAlerts {
    static final Duration EVERY = Duration.ofSeconds(15);

    private static final String DASHBOARD = "/d/lockstep-brain";

    private IncidentAlerts() {}

    static List<AlertRule> all() {
        return List.of(
                incident(Severity.P0, "the job stands still"),
                incident(Severity.P1, "the job loses time to a cause that has a name"),
                incident(Severity.P2, "look at it in the morning"),
                brainBlind());
    }

    /// A brain that dies takes `lockstep_incident` with it; what was open at its last sign of life stays open
    /// for an hour, since nobody knows that it ended. Two brains tell of the same incident once.
    private static AlertRule incident(Severity severity, String means) {
        return Alert.of("LockstepIncident" + severity.label(), severity)
                .when(Promql.of(
                        """
                        max by ($labels) (lockstep_incident{severity="$severity"})
                        or
                        (
                          max by ($labels) (max_over_time(timestamp(lockstep_incident{severity="$severity"})[1h:30s]))
                          >= on () group_left ()
                          max(max_over_time(timestamp(lockstep_brain_watchdog)[1h:30s])) - 60
                        )
                        unless on () group(lockstep_brain_watchdog)
                        """,
                        Map.of("labels", "incident_id, kind, node, gpu, rank, job_id", "severity", severity.label())))
                .incident("{{ $labels.incident_id }}")
                .summary("{{ $labels.kind }} in job {{ $labels.job_id }}{{ with $labels.node }} on {{ . }}{{ end }}"
                        + "{{ with $labels.rank }}, rank {{ . }}{{ end }}{{ with $labels.gpu }}, GPU {{ . }}{{ end }}: "
                        + means)
                .evidence("The brain has it with its evidence and the next step:"
                        + " /api/v1/incidents/{{ $labels.incident_id }}.")
                .dashboard(Words.dashboard("lockstep-job", "job", "job_id"))
                .rule();
    }

    private static AlertRule brainBlind() {
        return Alert.of("LockstepBrainBlind", Severity.P1)
                .when("""
                        group(present_over_time(lockstep_brain_watchdog[1d])) unless on () group(lockstep_brain_watchdog)
                        or
                        min(lockstep_brain_look_age_seconds) > 30
                        """)
                .lasting(Duration.ofMinutes(2))
                .incident("brain-blind")
                .summary("Lockstep's brain is gone or does not look any more: no incident opens or closes")
                .evidence("It answered in the last day. What was open then has not ended, it is not seen.")
                .dashboard(DASHBOARD)
                .rule();
    }
}
