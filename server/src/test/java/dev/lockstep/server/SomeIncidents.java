// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.core.model.GpuIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Incidents and findings as the analysis would make them.
public final class SomeIncidents {
    /// When all of them began.
    public static final long START = 1_764_500_000_123_456_789L;

    private static final Entity CULPRIT = Entity.ofRank(
            5,
            Optional.of("node-a"),
            Optional.of(new GpuIdentity(OptionalInt.of(5), Optional.of("GPU-5"), Optional.empty())));
    private static final Evidence EVIDENCE = new Evidence(
            Feeds.COMM,
            "AllReduce",
            OptionalLong.of(17),
            30,
            0.96875,
            Map.of(5, 0.125, 6, 0.5),
            List.of("rank 5 comes 125 ms late", "7 others wait"));

    private SomeIncidents() {}

    /// One that is open.
    public static Incident open(String id) {
        return new Incident(
                id,
                FindingKind.STRAGGLER_GPU,
                new JobKey("job-1", "0/job-1/0"),
                Severity.P1,
                List.of(CULPRIT),
                IncidentState.OPEN,
                START,
                START + 1_000_000_000L,
                OptionalLong.empty(),
                EVIDENCE,
                0.97,
                0.25,
                "share of a step",
                "Drain node-a.",
                "Rank 5 on node-a holds job-1 up by 25 %");
    }

    /// The same in that state.
    public static Incident in(Incident incident, IncidentState state) {
        return with(incident, state, incident.severity());
    }

    /// The same in that state and severity.
    public static Incident with(Incident incident, IncidentState state, Severity severity) {
        long now = incident.updatedWallNanos() + 1_000_000_000L;
        return new Incident(
                incident.id(),
                incident.kind(),
                incident.job(),
                severity,
                incident.culprits(),
                state,
                incident.startWallNanos(),
                now,
                state == IncidentState.CLOSED ? OptionalLong.of(now) : OptionalLong.empty(),
                incident.evidence(),
                incident.confidence(),
                incident.magnitude(),
                incident.unit(),
                incident.nextStep(),
                incident.title());
    }

    /// What a detector would say of a job that stands still.
    public static Finding stop(JobKey job, long wallNanos) {
        return new Finding(
                FindingKind.HANG_NOT_ENTERED,
                job,
                List.of(CULPRIT),
                Severity.P0,
                0.99,
                wallNanos,
                120,
                "seconds",
                EVIDENCE,
                "Look at rank 5.");
    }
}
