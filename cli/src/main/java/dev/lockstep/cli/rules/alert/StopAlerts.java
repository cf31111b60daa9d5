// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import dev.lockstep.cli.rules.model.AlertRule;
import dev.lockstep.cli.rules.model.Promql;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// P0: nothing moves any more.
///
/// A job has stopped when the median of its ranks has had an operation in flight for two minutes, and for
/// three times the longest pause that the job has survived: checkpoints and evaluations are such pauses. In
/// its first ten minutes a job waits for its slowest rank to load, so only PyTorch's own limit of ten minutes
/// counts there.
final class StopAlerts {
    static final Duration EVERY = Duration.ofSeconds(15);

    private static final String STOPPED = """
            job:nccl_inflight_age_seconds:most > 120
            unless on (job_id)
            job:nccl_inflight_age_seconds:most <= 3 * max_over_time(job:nccl_pause_seconds:completed[6h])
            and on (job_id) (
              job:nccl_inflight_age_seconds:most > 600
              or
              job:nccl_ranks:count offset 10m
            )
            """;

    private StopAlerts() {}

    static List<AlertRule> all() {
        return List.of(jobStopped(), massTimeouts());
    }

    private static AlertRule jobStopped() {
        return Alert.of("NcclJobStopped", Severity.P0)
                .when(STOPPED)
                .incident("stopped/{{ $labels.job_id }}")
                .summary("Job {{ $labels.job_id }} stands still: most of its "
                        + "{{ with " + Words.ofJob("job:nccl_ranks:count")
                        + " | query }}{{ first . | value }} {{ end }}"
                        + "ranks have waited in NCCL for {{ $value | humanizeDuration }}")
                .evidence("{{ $idle := " + idle() + " | query | sortByLabel \"rank\" }}"
                        + "{{ if $idle }}Not in any operation, so probably what the others wait for: "
                        + "{{ range $i, $rank := $idle }}{{ if lt $i 8 }}{{ if $i }}, {{ end }}{{ with $rank }}"
                        + Words.RANK_FOUND + "{{ end }}{{ end }}{{ end }}"
                        + "{{ if gt (len $idle) 8 }} and others, {{ len $idle }} in all{{ end }}."
                        + "{{ else }}Which ranks hold the others up cannot be told from here: every rank that is seen is "
                        + "in an operation. Compare what they are in with lockstep flight.{{ end }}")
                .dashboard(Words.dashboard("lockstep-job", "job", "job_id"))
                .rule();
    }

    private static String idle() {
        return "printf `job_rank:nccl_inflight_age_seconds:max{job_id=%q} == 0` $labels.job_id";
    }

    /// Says what NcclJobStopped cannot: that jobs stop together, so that the cause is none of theirs. It
    /// stays while jobs that stopped die of their timeouts, when NcclJobStopped has no series any more.
    private static AlertRule massTimeouts() {
        return Alert.of("NcclMassTimeouts", Severity.P0)
                .when(Promql.of("""
                        count(
                        $stopped) >= 3
                        or (
                          count(
                        $stopped) >= 2
                          and on ()
                          sum(job:nccl_ranks:count and on (job_id) (
                        $stopped))
                          > 0.25 * sum(job:nccl_ranks:count)
                        )
                        or (
                          count(max_over_time(job:nccl_inflight_age_seconds:most[15m]) > 600) >= 2
                          and on ()
                          count(increase(lockstep_flight_records_total{reason="hung"}[15m]) > 0)
                          > 0.25 * count(lockstep_watchdog)
                        )
                        """, Map.of("stopped", STOPPED.strip().indent(4).stripTrailing())))
                .incident("mass-timeouts")
                .summary(
                        "{{ $value }} jobs stand still at the same time: look for what they share (fabric, storage, power),"
                                + " not at one of them")
                .evidence("Oldest operations of the jobs in the last 15 minutes: "
                        + "{{ range $i, $job := query `sort_desc(max_over_time(job:nccl_inflight_age_seconds:most[15m]) > 120)`"
                        + " }}{{ if lt $i 8 }}{{ if $i }}, {{ end }}job {{ $job.Labels.job_id }} {{ $job | value |"
                        + " humanizeDuration }}{{ end }}{{ end }}."
                        + "{{ with query `count(increase(lockstep_flight_records_total{reason=\"hung\"}[15m]) > 0)` }}"
                        + " Processes gave up on {{ first . | value }} nodes.{{ end }}")
                .dashboard("/d/lockstep-cluster")
                .rule();
    }
}
