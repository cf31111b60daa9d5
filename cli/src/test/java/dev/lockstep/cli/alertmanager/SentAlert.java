// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import java.io.StringWriter;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// An alert as Prometheus sends it.
record SentAlert(Map<String, String> labels, Map<String, String> annotations, boolean isOver) {
    private static final JsonFactory JSON = new JsonFactory();

    /// With the texts of a straggler.
    static SentAlert of(String name, String severity, String... labels) {
        Map<String, String> all = new TreeMap<>(Map.of("alertname", name, "severity", severity));
        for (int i = 0; i < labels.length; i += 2) {
            all.put(labels[i], labels[i + 1]);
        }
        String job = all.getOrDefault("job_id", "no job");
        all.putIfAbsent("incident_id", name + "/" + job);
        return new SentAlert(
                all,
                Map.of(
                        "summary", "Everybody in job " + job + " waits for rank 5 (GPU 5 of node-a) 43 % of the time",
                        "description", "In communicator 00c0ffee00c0ffee (TP, tensor, 4 ranks) it comes last.",
                        "runbook_url", "https://example.com/runbooks/" + name + ".md",
                        "dashboard", "/d/lockstep-ranks?var-job=" + job),
                false);
    }

    SentAlert over() {
        return new SentAlert(labels, annotations, true);
    }

    /// The array that API v2 takes. Alertmanager does not wait for others of the group if an alert is old
    /// already.
    static String array(SentAlert... alerts) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartArray();
            for (SentAlert alert : alerts) {
                json.writeStartObject();
                write(json, "labels", alert.labels());
                write(json, "annotations", alert.annotations());
                json.writeStringProperty(
                        "startsAt", Instant.now().minusSeconds(1).toString());
                if (alert.isOver()) {
                    json.writeStringProperty("endsAt", Instant.now().toString());
                }
                json.writeStringProperty("generatorURL", "http://prometheus.example.com/graph?g0.expr=up");
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, String name, Map<String, String> texts) {
        json.writeObjectPropertyStart(name);
        texts.forEach(json::writeStringProperty);
        json.writeEndObject();
    }
}
