// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import dev.lockstep.cli.evaluate.Verdict.Named;
import dev.lockstep.core.analysis.incident.Incident;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The report for programs: a line each run.
final class EvaluationJson {
    private static final double NANOS = 1e9;

    private EvaluationJson() {}

    static String line(Verdict verdict) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("case", verdict.run().name());
            json.writeStringProperty("kind", verdict.run().kind());
            json.writeBooleanProperty("fault", verdict.run().isFault());
            json.writeNumberProperty("strength_percent", verdict.run().strength());
            json.writeNumberProperty("ranks", verdict.run().shape().ranks());
            json.writeNumberProperty("sampling", verdict.run().sampling());
            json.writeBooleanProperty("right", verdict.isRight());
            json.writeArrayPropertyStart("named");
            for (Named named : verdict.named()) {
                json.writeStartObject();
                json.writeStringProperty(
                        "culprit", named.expectation().culprit().toString());
                json.writeNumberProperty("seconds", named.nanos() / NANOS);
                json.writeNumberProperty("suspect_seconds", named.suspectNanos() / NANOS);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("missed");
            verdict.missed().forEach(missed -> json.writeString(missed.culprit().toString()));
            json.writeEndArray();
            incidents("wrong", verdict.wrong(), json);
            incidents("noticed", verdict.notices(), json);
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void incidents(String name, List<Incident> incidents, JsonGenerator json) {
        json.writeArrayPropertyStart(name);
        for (Incident incident : incidents) {
            json.writeStartObject();
            json.writeStringProperty("kind", incident.kind().label());
            json.writeStringProperty("severity", incident.severity().label());
            json.writeStringProperty("names", EvaluationText.names(incident));
            json.writeStringProperty("title", incident.title());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
