// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.json;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Writes one JSON document; what is absent is left out. Names are snake case, times RFC 3339 in UTC.
public final class JsonWriter {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final JsonGenerator out;

    private JsonWriter(JsonGenerator out) {
        this.out = out;
    }

    /// The bytes of an object with what `fields` writes.
    public static byte[] object(Consumer<JsonWriter> fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            generator.writeStartObject();
            fields.accept(new JsonWriter(generator));
            generator.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /// The bytes of an array with an object for each of `values`.
    public static <T> byte[] array(Collection<T> values, BiConsumer<JsonWriter, T> fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            new JsonWriter(generator).elements(values, fields);
        }
        return bytes.toByteArray();
    }

    private <T> void elements(Collection<T> values, BiConsumer<JsonWriter, T> fields) {
        out.writeStartArray();
        for (T value : values) {
            out.writeStartObject();
            fields.accept(this, value);
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /// An array of objects.
    public <T> JsonWriter objects(String name, Collection<T> values, BiConsumer<JsonWriter, T> fields) {
        out.writeName(name);
        elements(values, fields);
        return this;
    }

    /// An object.
    public JsonWriter object(String name, Consumer<JsonWriter> fields) {
        out.writeName(name);
        out.writeStartObject();
        fields.accept(this);
        out.writeEndObject();
        return this;
    }

    /// An object of texts.
    public JsonWriter texts(String name, Map<String, String> values) {
        return object(name, inner -> values.forEach(inner::text));
    }

    /// An array of texts.
    public JsonWriter texts(String name, Collection<String> values) {
        out.writeName(name);
        out.writeStartArray();
        values.forEach(out::writeString);
        out.writeEndArray();
        return this;
    }

    /// A text.
    public JsonWriter text(String name, String value) {
        out.writeStringProperty(name, value);
        return this;
    }

    /// A text, if there is one.
    public JsonWriter text(String name, Optional<String> value) {
        value.ifPresent(present -> text(name, present));
        return this;
    }

    /// A whole number.
    public JsonWriter number(String name, long value) {
        out.writeNumberProperty(name, value);
        return this;
    }

    /// A whole number, if there is one.
    public JsonWriter number(String name, OptionalInt value) {
        value.ifPresent(present -> number(name, present));
        return this;
    }

    /// A whole number, if there is one.
    public JsonWriter number(String name, OptionalLong value) {
        value.ifPresent(present -> number(name, present));
        return this;
    }

    /// A number; what JSON cannot write is left out.
    public JsonWriter fraction(String name, double value) {
        if (Double.isFinite(value)) {
            out.writeNumberProperty(name, value);
        }
        return this;
    }

    /// A truth.
    public JsonWriter flag(String name, boolean value) {
        out.writeBooleanProperty(name, value);
        return this;
    }

    /// A moment, from nanoseconds since the epoch.
    public JsonWriter time(String name, long wallNanos) {
        return text(name, time(wallNanos));
    }

    /// A moment, if there is one.
    public JsonWriter time(String name, OptionalLong wallNanos) {
        wallNanos.ifPresent(present -> time(name, present));
        return this;
    }

    /// RFC 3339 of nanoseconds since the epoch, exact.
    public static String time(long wallNanos) {
        return Instant.ofEpochSecond(
                        Math.floorDiv(wallNanos, NANOS_PER_SECOND), Math.floorMod(wallNanos, NANOS_PER_SECOND))
                .toString();
    }
}
