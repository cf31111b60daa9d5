// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// Reads one JSON object by jackson-core: the rule of what a line means, for whatever {@link LineScanner} is unsure of.
public final class JacksonLine {
    private static final int DIGITS_MAX = 18;

    private final JsonFactory factory = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(32)
                    .maxNameLength(1024)
                    .maxNumberLength(128)
                    .maxStringLength(InspectorLimits.LINE_BYTES_MAX)
                    .maxDocumentLength(InspectorLimits.LINE_BYTES_MAX)
                    .build())
            .build();

    /// One for each thread.
    public JacksonLine() {}

    /// Whether `[from, to)` is one JSON object, now in `record`; if not, the record's content means nothing.
    public boolean read(byte[] line, int from, int to, InspectorRecord record) {
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), line, from, to - from)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            sections(parser, record);
            return parser.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }

    private static void sections(JsonParser parser, InspectorRecord record) {
        for (String key = parser.nextName(); key != null; key = parser.nextName()) {
            Section section = Section.KEYS.find(key);
            if (section != null && parser.nextToken() == JsonToken.START_OBJECT) {
                record.begin(section);
                fields(parser, section, record);
            } else {
                skip(parser, section);
            }
        }
    }

    private static void fields(JsonParser parser, Section section, InspectorRecord record) {
        for (String key = parser.nextName(); key != null; key = parser.nextName()) {
            JsonToken value = parser.nextToken();
            Field field = Field.KEYS.find(key);
            if (field != null && field.section() == section) {
                field(parser, value, field, record);
            }
            parser.skipChildren();
        }
    }

    private static void field(JsonParser parser, @Nullable JsonToken value, Field field, InspectorRecord record) {
        if (value == JsonToken.VALUE_STRING) {
            record.set(field, parser.getString());
        } else if (value == JsonToken.VALUE_NUMBER_INT || value == JsonToken.VALUE_NUMBER_FLOAT) {
            record.set(field, whole(parser.getString()));
        } else {
            record.unset(field);
        }
    }

    /// A section's key whose value is no object, or another key: over its value.
    private static void skip(JsonParser parser, @Nullable Section section) {
        if (section == null) {
            parser.nextToken();
        }
        parser.skipChildren();
    }

    /// The number before the point; absent if negative or with an exponent.
    static long whole(String number) {
        int digits = 0;
        while (digits < number.length() && Character.isDigit(number.charAt(digits))) {
            digits++;
        }
        if (digits == 0) {
            return InspectorRecord.ABSENT;
        }
        if (digits > DIGITS_MAX) {
            return InspectorRecord.TOO_LARGE;
        }
        if (number.indexOf('e') >= 0 || number.indexOf('E') >= 0) {
            return InspectorRecord.ABSENT;
        }
        return Long.parseLong(number, 0, digits, 10);
    }
}
