// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.flight;

import java.io.Writer;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Writes JSON so that what is absent is left out.
final class Json implements AutoCloseable {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonGenerator generator;

    Json(Writer writer) {
        this.generator = FACTORY.createGenerator(ObjectWriteContext.empty(), writer);
    }

    Json object() {
        generator.writeStartObject();
        return this;
    }

    Json object(String name) {
        generator.writeName(name);
        return object();
    }

    Json end() {
        generator.writeEndObject();
        return this;
    }

    Json array(String name) {
        generator.writeName(name);
        generator.writeStartArray();
        return this;
    }

    Json endArray() {
        generator.writeEndArray();
        return this;
    }

    Json text(String name, String value) {
        if (!value.isEmpty()) {
            generator.writeStringProperty(name, value);
        }
        return this;
    }

    Json text(String name, Optional<String> value) {
        value.ifPresent(present -> text(name, present));
        return this;
    }

    Json number(String name, long value) {
        generator.writeNumberProperty(name, value);
        return this;
    }

    Json number(String name, OptionalInt value) {
        value.ifPresent(present -> number(name, present));
        return this;
    }

    Json number(String name, OptionalLong value) {
        value.ifPresent(present -> number(name, present));
        return this;
    }

    /// Nanoseconds as the microseconds with three decimals that Chrome's trace format has.
    Json micros(String name, long nanos) {
        generator.writeName(name);
        generator.writeNumber(BigDecimal.valueOf(nanos, 3).toPlainString());
        return this;
    }

    Json flag(String name, boolean value) {
        generator.writeBooleanProperty(name, value);
        return this;
    }

    Json counts(String name, Map<String, Long> counts) {
        object(name);
        counts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(count -> number(count.getKey(), count.getValue()));
        return end();
    }

    void newLine() {
        generator.writeRaw('\n');
    }

    @Override
    public void close() {
        generator.close();
    }
}
