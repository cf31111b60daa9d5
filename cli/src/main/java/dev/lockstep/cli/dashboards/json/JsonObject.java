// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.json;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// An object of JSON, whose members stay in the order in which they were given.
record JsonObject(List<Member> members) {
    /// A name and its value.
    record Member(String name, Value value) {}

    /// What stands in JSON.
    sealed interface Value {
        /// Text.
        record Text(String text) implements Value {}

        /// A whole number.
        record Whole(long number) implements Value {}

        /// Any number.
        record Real(double number) implements Value {}

        /// Yes or no.
        record Flag(boolean flag) implements Value {}

        /// Nothing, where Grafana asks for it in writing.
        record Nothing() implements Value {}

        /// An object.
        record Nested(JsonObject object) implements Value {}

        /// A list.
        record Many(List<Value> values) implements Value {
            public Many {
                values = List.copyOf(values);
            }
        }
    }

    JsonObject {
        members = List.copyOf(members);
    }

    static JsonObject empty() {
        return new JsonObject(List.of());
    }

    JsonObject text(String name, String text) {
        return with(name, new Value.Text(text));
    }

    JsonObject number(String name, long number) {
        return with(name, new Value.Whole(number));
    }

    JsonObject number(String name, double number) {
        return with(name, real(number));
    }

    JsonObject flag(String name, boolean flag) {
        return with(name, new Value.Flag(flag));
    }

    JsonObject nothing(String name) {
        return with(name, new Value.Nothing());
    }

    JsonObject object(String name, JsonObject object) {
        return with(name, new Value.Nested(object));
    }

    JsonObject texts(String name, String... texts) {
        return with(
                name,
                new Value.Many(Stream.of(texts)
                        .map(text -> (Value) new Value.Text(text))
                        .toList()));
    }

    JsonObject numbers(String name, long... numbers) {
        List<Value> values = new ArrayList<>();
        for (long number : numbers) {
            values.add(new Value.Whole(number));
        }
        return with(name, new Value.Many(values));
    }

    JsonObject objects(String name, List<JsonObject> objects) {
        return with(
                name,
                new Value.Many(objects.stream()
                        .map(object -> (Value) new Value.Nested(object))
                        .toList()));
    }

    JsonObject objects(String name, JsonObject... objects) {
        return objects(name, List.of(objects));
    }

    JsonObject and(JsonObject more) {
        return new JsonObject(
                Stream.concat(members.stream(), more.members.stream()).toList());
    }

    private static Value real(double number) {
        return number == Math.rint(number) ? new Value.Whole((long) number) : new Value.Real(number);
    }

    private JsonObject with(String name, Value value) {
        return new JsonObject(Stream.concat(members.stream(), Stream.of(new Member(name, value)))
                .toList());
    }
}
