// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.JobSight;
import dev.lockstep.core.analysis.incident.IncidentChange.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Looks at one job each second, and remembers what changed.
final class Looks {
    final Incidents incidents = new Incidents(IncidentSettings.defaults());
    final List<What> told = new ArrayList<>();
    private JobSight sight = JobSight.MOVING;
    private long nanos;

    Looks with(JobSight next) {
        sight = next;
        return this;
    }

    Looks look(int seconds, Finding... findings) {
        for (int i = 0; i < seconds; i++) {
            nanos += Findings.SECOND;
            incidents
                    .update(List.of(findings), Map.of(Findings.JOB, sight), nanos, Findings.WALL + nanos)
                    .forEach(change -> told.add(change.what()));
        }
        return this;
    }

    Incident only() {
        List<Incident> all = incidents.all();
        if (all.size() != 1) {
            throw new AssertionError("not one incident: " + all);
        }
        return all.getFirst();
    }

    List<Incident> active() {
        return incidents.all().stream().filter(Incident::isActive).toList();
    }
}
