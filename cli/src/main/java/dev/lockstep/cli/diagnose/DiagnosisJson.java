// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/// The verdict as one JSON object: `severity`, `incidents`, `conclusions` (each with `signal`, `severity`, `culprits`,
/// `culprit_ranks`, `witnesses`, `confidence`, `facts`, `evidence`, `next`, `incident`), `echoes`, `unseen`.
final class DiagnosisJson {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private final JsonGenerator json;
    private final Redaction redaction;

    private DiagnosisJson(JsonGenerator json, Redaction redaction) {
        this.json = json;
        this.redaction = redaction;
    }

    /// Writes it, and leaves the writer open.
    static void write(Diagnosis diagnosis, Redaction redaction, Writer out) {
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            new DiagnosisJson(json, redaction).write(diagnosis);
            json.writeRaw('\n');
        }
    }

    private void write(Diagnosis diagnosis) {
        json.writeStartObject();
        text("severity", diagnosis.severity().name());
        json.writeName("incidents");
        json.writeNumber(diagnosis.incidents());
        json.writeName("conclusions");
        json.writeStartArray();
        diagnosis.conclusions().forEach(this::conclusion);
        json.writeEndArray();
        json.writeName("echoes");
        json.writeStartArray();
        diagnosis.echoes().forEach(this::echo);
        json.writeEndArray();
        texts("unseen", diagnosis.unseen());
        json.writeEndObject();
    }

    private void conclusion(Conclusion conclusion) {
        json.writeStartObject();
        text("signal", conclusion.signal().text());
        text(
                "severity",
                conclusion.severity() == dev.lockstep.core.analysis.Severity.INFO
                        ? "info"
                        : conclusion.severity().name());
        json.writeName("is_incident");
        json.writeBoolean(conclusion.isIncident());
        text("incident", conclusion.incident());
        json.writeName("confidence");
        json.writeNumber(conclusion.confidence());
        text("sentence", conclusion.sentence());
        subjects("culprits", conclusion.culprits());
        json.writeName("culprit_ranks");
        json.writeStartArray();
        conclusion.culprits().stream()
                .flatMapToInt(each -> each.rank().stream())
                .sorted()
                .forEach(json::writeNumber);
        json.writeEndArray();
        subjects("witnesses", conclusion.witnesses());
        facts(conclusion.facts());
        json.writeName("evidence");
        json.writeStartArray();
        conclusion.evidence().forEach(this::exhibit);
        json.writeEndArray();
        texts("next", conclusion.nextSteps());
        json.writeEndObject();
    }

    private void subjects(String name, List<Subject> subjects) {
        json.writeName(name);
        json.writeStartArray();
        subjects.forEach(this::subject);
        json.writeEndArray();
    }

    private void subject(Subject subject) {
        json.writeStartObject();
        subject.rank().ifPresent(value -> number("rank", value));
        subject.groupRank().ifPresent(value -> number("group_rank", value));
        subject.host().ifPresent(value -> text("host", value));
        subject.pid().ifPresent(value -> number("pid", value));
        subject.gpu().ifPresent(value -> number("gpu", value));
        subject.pci().ifPresent(value -> text("pci", value));
        subject.device().ifPresent(value -> text("device", value));
        subject.group().ifPresent(value -> text("group", value));
        subject.peer().ifPresent(value -> text("peer", value));
        json.writeEndObject();
    }

    private void facts(Map<String, String> facts) {
        json.writeName("facts");
        json.writeStartObject();
        new TreeMap<>(facts).forEach((name, value) -> {
            json.writeName(redaction.apply(name));
            if (isNumber(value)) {
                json.writeNumber(Long.parseLong(value));
            } else {
                json.writeString(redaction.apply(value));
            }
        });
        json.writeEndObject();
    }

    private static boolean isNumber(String value) {
        return value.length() < 19 && value.matches("0|-?[1-9]\\d*");
    }

    private void exhibit(Exhibit exhibit) {
        json.writeStartObject();
        source(exhibit.source());
        exhibit.moment().ifPresent(moment -> text("time", moment.text()));
        text("excerpt", exhibit.excerpt());
        json.writeEndObject();
    }

    private void echo(Clue echo) {
        json.writeStartObject();
        text("signal", echo.signal().text());
        subjects("subjects", echo.subjects());
        source(echo.source());
        text("excerpt", echo.excerpt());
        json.writeEndObject();
    }

    private void source(Source source) {
        text("file", source.file());
        if (source.line() > 0) {
            number("line", source.line());
        }
    }

    private void texts(String name, List<String> texts) {
        json.writeName(name);
        json.writeStartArray();
        texts.forEach(text -> json.writeString(redaction.apply(text)));
        json.writeEndArray();
    }

    private void text(String name, String value) {
        json.writeName(name);
        json.writeString(redaction.apply(value));
    }

    private void number(String name, long value) {
        json.writeName(name);
        json.writeNumber(value);
    }
}
