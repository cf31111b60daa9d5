// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import dev.lockstep.core.analysis.Severity;

/// How sure incidents must be before they open and close, and how many are kept.
///
/// @param stop of severity P0
/// @param slow of severity P1
/// @param notice of severity P2 and below
/// @param forgetNanos how long an incident stays open while nothing is seen of its job
/// @param incidentsMax incidents that are kept, of all jobs
/// @param jobIncidentsMax incidents that are kept of one job
public record IncidentSettings(
        Damping stop, Damping slow, Damping notice, long forgetNanos, int incidentsMax, int jobIncidentsMax) {
    /// Incidents that are kept by default, of all jobs.
    public static final int INCIDENTS_MAX = 10_000;
    /// Incidents that are kept by default of one job.
    public static final int JOB_INCIDENTS_MAX = 64;

    private static final long SECOND = 1_000_000_000L;

    /// How long something must hold before it is believed.
    ///
    /// @param suspectNanos how long a finding must hold before it is shown
    /// @param openNanos how long it must hold with confidence before it opens
    /// @param closeNanos how long the job must move without it before it closes
    public record Damping(long suspectNanos, long openNanos, long closeNanos) {}

    /// What docs/incidents.md says. A stop was looked at twice by its detector and opens at once.
    public static IncidentSettings defaults() {
        return new IncidentSettings(
                new Damping(0, 0, 15 * SECOND),
                new Damping(SECOND, 2 * SECOND, 120 * SECOND),
                new Damping(10 * SECOND, 30 * SECOND, 600 * SECOND),
                86_400 * SECOND,
                INCIDENTS_MAX,
                JOB_INCIDENTS_MAX);
    }

    Damping of(Severity severity) {
        return switch (severity) {
            case P0 -> stop;
            case P1 -> slow;
            case P2, INFO -> notice;
        };
    }
}
