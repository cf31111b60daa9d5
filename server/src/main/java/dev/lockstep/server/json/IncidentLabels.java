// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.json;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.model.GpuIdentity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What an incident is called in alerts and metrics: the same labels whichever way they go.
public final class IncidentLabels {
    private IncidentLabels() {}

    /// Its labels; what is not known, or not the same of all culprits, is left out: one of several has no right to be
    /// named alone.
    public static Map<String, String> of(Incident incident) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(MetricLabel.INCIDENT_ID.label(), incident.id());
        labels.put(MetricLabel.SEVERITY.label(), severity(incident.severity()));
        labels.put(MetricLabel.KIND.label(), incident.kind().label());
        put(labels, MetricLabel.NODE, incident, Entity::node);
        put(labels, MetricLabel.GPU, incident, IncidentLabels::gpu);
        put(labels, MetricLabel.RANK, incident, IncidentLabels::rank);
        labels.put(MetricLabel.JOB_ID.label(), incident.job().jobId());
        return labels;
    }

    /// As alerts spell it: `P0`, and `info`.
    public static String severity(Severity severity) {
        return severity == Severity.INFO ? severity.label() : severity.name();
    }

    private static void put(
            Map<String, String> labels, MetricLabel label, Incident incident, Function<Entity, Optional<String>> part) {
        List<Optional<String>> parts =
                incident.culprits().stream().map(part).distinct().toList();
        if (parts.size() == 1 && parts.getFirst().isPresent()) {
            labels.put(label.label(), parts.getFirst().get());
        }
    }

    private static Optional<String> gpu(Entity culprit) {
        return culprit.gpu()
                .map(GpuIdentity::index)
                .flatMap(index -> index.stream().mapToObj(Integer::toString).findFirst());
    }

    private static Optional<String> rank(Entity culprit) {
        return culprit.rank().stream().mapToObj(Integer::toString).findFirst();
    }
}
