// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.peer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Reads an answer of Prometheus' HTTP API as maps, lists and texts; numbers become texts.
final class Answer {
    private static final JsonFactory JSON = new JsonFactory();

    private Answer() {}

    static Map<String, Object> parse(String json) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            return object(value(parser, parser.nextToken()));
        }
    }

    /// The series of an answer to an instant query, whose result is a vector or a scalar.
    static List<Sample> samples(Map<String, Object> answer) {
        Map<String, Object> found = object(answer.getOrDefault("data", Map.of()));
        if (!"vector".equals(found.get("resultType"))) {
            throw new AssertionError("no vector: " + answer);
        }
        return list(found.get("result")).stream().map(Answer::sample).toList();
    }

    private static Sample sample(Object series) {
        Map<String, String> labels = new LinkedHashMap<>();
        object(object(series).get("metric")).forEach((name, value) -> labels.put(name, String.valueOf(value)));
        List<Object> pair = list(object(series).get("value"));
        return new Sample(labels, number(String.valueOf(pair.get(1))));
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(@Nullable Object value) {
        return (Map<String, Object>) Objects.requireNonNull(value, "an object is missing");
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(@Nullable Object value) {
        return (List<Object>) Objects.requireNonNull(value, "a list is missing");
    }

    private static Object value(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    fields.put(name, value(parser, parser.nextToken()));
                }
                yield fields;
            }
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    items.add(value(parser, next));
                }
                yield items;
            }
            default -> parser.getString();
        };
    }
}
