// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.host;

import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.JobSight;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.brain.BrainView;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.server.figures.JobFigures;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the analysis thread knew at its last look. Immutable; everybody else reads this.
///
/// @param sights how well each job is seen
/// @param incidents the active ones and those that are over, by their start
/// @param findings how many findings there were of each kind
/// @param figures what the time of its jobs went to
/// @param viewNanos when `brain` was copied, by the monotonic clock: with many ranks not at each look
public record HostView(
        BrainView brain,
        JobFigures figures,
        Map<JobKey, JobSight> sights,
        List<Incident> incidents,
        Map<FindingKind, Integer> findings,
        long viewNanos,
        Look look) {
    public HostView {
        sights = Map.copyOf(sights);
        incidents = List.copyOf(incidents);
        findings = Map.copyOf(findings);
    }

    /// When the last look was, and what looking has cost since the start.
    ///
    /// @param batches batches that were taken into the analysis since the start
    /// @param lagNanos longest time that a batch of the last second waited
    /// @param mistakes looks or batches that failed by a mistake of ours, since the start
    public record Look(
            long nanos, long wallNanos, long looks, long looksNanos, long batches, long lagNanos, long mistakes) {}

    /// The state of a job in one word: `ended`, `unknown` (not seen), `dead`, `stuck`, `degraded`, `suspect`,
    /// `healthy`.
    public String stateOf(JobKey job) {
        JobSight sight = sights.getOrDefault(job, JobSight.BLIND);
        if (sight == JobSight.ENDED) {
            return "ended";
        }
        if (sight == JobSight.BLIND) {
            return "unknown";
        }
        List<Incident> active = incidents.stream()
                .filter(incident -> incident.isActive() && incident.job().equals(job))
                .toList();
        Optional<Incident> worst = active.stream()
                .filter(incident -> incident.state() == IncidentState.OPEN && incident.severity() != Severity.INFO)
                .min((one, other) -> one.severity().compareTo(other.severity()));
        if (worst.isEmpty()) {
            return active.isEmpty() ? "healthy" : "suspect";
        }
        if (worst.get().kind() == FindingKind.PROCESS_GONE) {
            return "dead";
        }
        return worst.get().kind().isStop() ? "stuck" : "degraded";
    }
}
