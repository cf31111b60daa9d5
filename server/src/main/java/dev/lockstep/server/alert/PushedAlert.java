// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.alert;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.json.IncidentLabels;
import dev.lockstep.server.json.JsonWriter;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// An alert as Alertmanager's API takes it. Its labels are what it is: a new severity or culprit is another alert.
record PushedAlert(
        Map<String, String> labels,
        Map<String, String> annotations,
        Optional<URI> source,
        long startWallNanos,
        OptionalLong endWallNanos) {
    private static final String RUNBOOKS =
            "https://github.com/lockstep-nccl/lockstep/blob/main/docs/operations/runbooks/";

    /// Of an incident that is open.
    static PushedAlert of(Incident incident, Optional<URI> externalUrl) {
        String name = "LockstepIncident" + incident.severity().name();
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("alertname", name);
        labels.putAll(IncidentLabels.of(incident));
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put("summary", incident.title());
        annotations.put("description", String.join(" ", incident.evidence().facts()));
        annotations.put("next_step", incident.nextStep());
        annotations.put("runbook_url", RUNBOOKS + name + ".md");
        Optional<URI> source = externalUrl.map(
                url -> URI.create(url.toString().replaceAll("/+$", "") + "/api/v1/incidents/" + incident.id()));
        return new PushedAlert(labels, annotations, source, incident.startWallNanos(), incident.endWallNanos());
    }

    /// Whether incidents of that severity are told at all.
    static boolean isTold(Severity severity) {
        return severity != Severity.INFO;
    }

    /// The same, over at that time.
    PushedAlert endingAt(long wallNanos) {
        return new PushedAlert(labels, annotations, source, startWallNanos, OptionalLong.of(wallNanos));
    }

    /// Writes it; one that is not over ends at `keepUntilWallNanos` if nobody says otherwise before.
    void write(JsonWriter out, long keepUntilWallNanos) {
        out.texts("labels", labels)
                .texts("annotations", annotations)
                .time("startsAt", startWallNanos)
                .time("endsAt", endWallNanos.orElse(keepUntilWallNanos))
                .text("generatorURL", source.map(URI::toString));
    }
}
