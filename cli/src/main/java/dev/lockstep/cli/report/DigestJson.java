// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.report;

import dev.lockstep.cli.report.Digest.Suspect;
import java.io.Writer;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/// A digest as one JSON object. What is not known is left out.
final class DigestJson {
    private final JsonGenerator json;

    private DigestJson(JsonGenerator json) {
        this.json = json;
    }

    /// Writes it, with a line feed behind it.
    static void write(Digest digest, Writer out) {
        JsonFactory factory = JsonFactory.builder()
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .build();
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
            new DigestJson(json).write(digest);
            json.writeRaw('\n');
        }
    }

    private void write(Digest digest) {
        json.writeStartObject();
        json.writeStringProperty("since", digest.since().toString());
        json.writeStringProperty("until", digest.until().toString());
        json.writeNumberProperty("lost_gpu_hours", digest.gpuHours());
        objects("lost_by_cause", digest.lost(), each -> {
            json.writeStringProperty("cause", each.cause());
            json.writeNumberProperty("gpu_hours", each.gpuHours());
        });
        objects("incidents_by_kind", digest.kinds(), each -> {
            json.writeStringProperty("kind", each.kind());
            json.writeNumberProperty("incidents", each.incidents());
            json.writeNumberProperty("open", each.open());
            json.writeNumberProperty("confirmed", each.confirmed());
            json.writeNumberProperty("called_false", each.called());
        });
        objects("suspects", digest.suspects(), this::suspect);
        objects("slower_operations", digest.slower(), each -> {
            json.writeStringProperty("job_id", each.jobId());
            json.writeStringProperty("comm", each.comm());
            json.writeStringProperty("collective", each.collective());
            json.writeStringProperty("size", each.size());
            trend(each.trend());
        });
        objects("jobs", digest.jobs(), each -> {
            json.writeStringProperty("job_id", each.jobId());
            json.writeNumberProperty("incidents", each.incidents());
            json.writeNumberProperty("gpu_hours", each.gpuHours());
            texts("kinds", each.kinds());
        });
        texts("gaps", digest.gaps());
        json.writeEndObject();
    }

    private void suspect(Suspect each) {
        json.writeStringProperty("node", each.node());
        if (!each.device().isEmpty()) {
            json.writeStringProperty("device", each.device());
        }
        json.writeNumberProperty("incidents", each.incidents());
        json.writeNumberProperty("gpu_hours", each.gpuHours());
        texts("kinds", each.kinds());
        texts("jobs", each.jobs());
        each.trend().ifPresent(this::trend);
    }

    private void trend(Trend trend) {
        json.writeObjectPropertyStart("trend");
        json.writeNumberProperty("per_day", trend.perDay());
        json.writeNumberProperty("latest", trend.latest());
        trend.daysToLimit().ifPresent(days -> json.writeNumberProperty("days_to_limit", days));
        json.writeEndObject();
    }

    private interface Fields<T> {
        void write(T value);
    }

    private <T> void objects(String name, List<T> values, Fields<T> fields) {
        json.writeArrayPropertyStart(name);
        values.forEach(value -> {
            json.writeStartObject();
            fields.write(value);
            json.writeEndObject();
        });
        json.writeEndArray();
    }

    private void texts(String name, List<String> texts) {
        json.writeArrayPropertyStart(name);
        texts.forEach(json::writeString);
        json.writeEndArray();
    }
}
