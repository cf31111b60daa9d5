// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// One JSON object that was read whole. Depth and lengths are bounded; what is missing or of another kind is absent, or
/// {@link Unfit} where it must be there.
public final class JsonTree {
    private static final int DEPTH_MAX = 12;
    private static final int STRING_LENGTH_MAX = 64 * 1024;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxStringLength(STRING_LENGTH_MAX)
                    .maxNumberLength(64)
                    .build())
            .build();
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /// It is no JSON object, or something in it is missing or of the wrong kind. The message is one line.
    public static final class Unfit extends Exception {
        /// With what is wrong.
        public Unfit(String message) {
            super(message);
        }
    }

    private final Map<?, ?> fields;

    private JsonTree(Map<?, ?> fields) {
        this.fields = fields;
    }

    /// The object that the bytes are.
    ///
    /// @throws Unfit if they are none
    public static JsonTree read(byte[] bytes) throws Unfit {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                return new JsonTree(object(parser));
            }
        } catch (JacksonException noJson) {
            throw new Unfit("no JSON: " + noJson.getOriginalMessage());
        }
        throw new Unfit("no JSON object");
    }

    private static Map<String, Object> object(JsonParser parser) {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            Object value = value(parser);
            if (value != null) {
                fields.put(name, value);
            }
        }
        return fields;
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static List<Object> array(JsonParser parser) {
        List<Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Object value = value(parser);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    /// A text, if there is one.
    public Optional<String> optionalText(String name) {
        return fields.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /// A text.
    public String text(String name) throws Unfit {
        return optionalText(name).orElseThrow(() -> new Unfit(name + " must be a text"));
    }

    /// A whole number, if there is one.
    public OptionalLong optionalNumber(String name) {
        return fields.get(name) instanceof Long number ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /// A whole number that fits into an int, if there is one.
    public OptionalInt optionalInt(String name) {
        return fields.get(name) instanceof Long number && number == number.intValue()
                ? OptionalInt.of(number.intValue())
                : OptionalInt.empty();
    }

    /// A whole number.
    public long number(String name) throws Unfit {
        return optionalNumber(name).orElseThrow(() -> new Unfit(name + " must be a whole number"));
    }

    /// A number, 0 where there is none.
    public double fraction(String name) {
        return fields.get(name) instanceof Number number ? number.doubleValue() : 0;
    }

    /// A moment in nanoseconds since the epoch, if there is one.
    public OptionalLong optionalTime(String name) throws Unfit {
        Optional<String> text = optionalText(name);
        return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(nanos(name, text.get()));
    }

    /// A moment in nanoseconds since the epoch.
    public long time(String name) throws Unfit {
        return nanos(name, text(name));
    }

    private static long nanos(String name, String text) throws Unfit {
        try {
            Instant time = Instant.parse(text);
            return Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS_PER_SECOND), time.getNano());
        } catch (DateTimeException | ArithmeticException _) {
            throw new Unfit(name + " must be a time like 2026-11-30T12:00:00Z");
        }
    }

    /// An object.
    public JsonTree object(String name) throws Unfit {
        if (fields.get(name) instanceof Map<?, ?> object) {
            return new JsonTree(object);
        }
        throw new Unfit(name + " must be an object");
    }

    /// The objects of an array; none where there is none.
    public List<JsonTree> objects(String name) {
        return elements(name).stream()
                .filter(Map.class::isInstance)
                .map(object -> new JsonTree((Map<?, ?>) object))
                .toList();
    }

    /// The texts of an array; none where there is none.
    public List<String> texts(String name) {
        return elements(name).stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
    }

    private List<?> elements(String name) {
        return fields.get(name) instanceof List<?> elements ? elements : List.of();
    }

    /// The names of its fields.
    public List<String> names() {
        return fields.keySet().stream().map(String::valueOf).toList();
    }
}
