// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.Severity;
import java.util.List;
import java.util.OptionalLong;

/// One cause of trouble of one job, from its first suspicion to its end.
///
/// @param id 16 hex digits that follow from job, kind and culprit alone, so that every brain gives the same
/// @param culprits who holds the others up; empty if nobody can be named
/// @param severity the worst it was since it opened
/// @param startWallNanos when it began, since the epoch; it stays when the incident opens again
/// @param updatedWallNanos when it was last seen to hold, or closed
/// @param endWallNanos when it was over; absent before
/// @param evidence the latest
/// @param magnitude how much, in the unit that `unit` names
/// @param nextStep what to do now, one sentence
/// @param title one sentence for somebody who was just woken
public record Incident(
        String id,
        FindingKind kind,
        JobKey job,
        Severity severity,
        List<Entity> culprits,
        IncidentState state,
        long startWallNanos,
        long updatedWallNanos,
        OptionalLong endWallNanos,
        Evidence evidence,
        double confidence,
        double magnitude,
        String unit,
        String nextStep,
        String title) {
    public Incident {
        culprits = List.copyOf(culprits);
    }

    /// Whether it is not over.
    public boolean isActive() {
        return state != IncidentState.CLOSED;
    }

    /// The same incident in another state; it ends where that state is {@link IncidentState#CLOSED}.
    Incident in(IncidentState next, long wallNanos) {
        OptionalLong end = next == IncidentState.CLOSED ? OptionalLong.of(wallNanos) : OptionalLong.empty();
        return new Incident(
                id,
                kind,
                job,
                severity,
                culprits,
                next,
                startWallNanos,
                wallNanos,
                end,
                evidence,
                confidence,
                magnitude,
                unit,
                nextStep,
                title);
    }

    /// The same incident with other evidence.
    Incident with(Evidence latest) {
        return new Incident(
                id,
                kind,
                job,
                severity,
                culprits,
                state,
                startWallNanos,
                updatedWallNanos,
                endWallNanos,
                latest,
                confidence,
                magnitude,
                unit,
                nextStep,
                title);
    }
}
