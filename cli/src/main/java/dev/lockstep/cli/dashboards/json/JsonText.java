// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.json;

import dev.lockstep.cli.dashboards.json.JsonObject.Member;
import dev.lockstep.cli.dashboards.json.JsonObject.Value;
import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/// Writes an object as text, a member a line, so that a change shows as the lines that changed.
final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {}

    static String of(JsonObject object) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(new Indented(), text)) {
            write(object, generator);
        }
        return text + "\n";
    }

    private static void write(JsonObject object, JsonGenerator generator) {
        generator.writeStartObject();
        for (Member member : object.members()) {
            generator.writeName(member.name());
            write(member.value(), generator);
        }
        generator.writeEndObject();
    }

    private static void write(Value value, JsonGenerator generator) {
        switch (value) {
            case Value.Text(String text) -> generator.writeString(text);
            case Value.Whole(long number) -> generator.writeNumber(number);
            case Value.Real(double number) -> generator.writeNumber(number);
            case Value.Flag(boolean flag) -> generator.writeBoolean(flag);
            case Value.Nothing() -> generator.writeNull();
            case Value.Nested(JsonObject object) -> write(object, generator);
            case Value.Many many -> {
                generator.writeStartArray();
                many.values().forEach(one -> write(one, generator));
                generator.writeEndArray();
            }
        }
    }

    /// Two spaces a level, and the same line ends everywhere.
    private static final class Indented extends ObjectWriteContext.Base {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
            return new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        }
    }
}
