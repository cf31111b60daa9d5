// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.tree;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A value of a document: what JSON and pickles have in common. What is absent is {@link Nothing}, never null, so a
/// path of keys can be followed without looking at each step.
public sealed interface Node {
    /// Longest rendering of a value as text.
    int RENDERED_CHARS_MAX = 400;

    /// Over it, a number with a fraction part no longer tells one whole number from the next.
    double WHOLE_MAX = 0x1p53;

    /// `null`, or absent.
    static Node nothing() {
        return Nothing.VALUE;
    }

    /// No value.
    record Nothing() implements Node {
        private static final Nothing VALUE = new Nothing();
    }

    /// Text, or bytes read as Latin-1.
    record Text(String value) implements Node {}

    /// A whole number of 64 bits.
    record Whole(long value) implements Node {}

    /// A number with a fraction, or one that is no whole number of 64 bits; may be infinite or no number.
    record Real(double value) implements Node {}

    /// True or false.
    record Truth(boolean value) implements Node {}

    /// A list, tuple or set. The list is filled while the document is read and not changed afterwards.
    record Items(List<Node> values) implements Node {}

    /// An object or dictionary; keys that are no text are written as text.
    record Fields(Map<String, Node> values) implements Node {}

    /// The value under the key, {@link #nothing()} where there is none.
    default Node get(String key) {
        return this instanceof Fields fields ? fields.values().getOrDefault(key, nothing()) : nothing();
    }

    /// Whether it is an object with this key.
    default boolean has(String key) {
        return this instanceof Fields fields && fields.values().containsKey(key);
    }

    /// The values of a list; empty for anything else.
    default List<Node> items() {
        return this instanceof Items list ? list.values() : List.of();
    }

    /// The values of an object by key; empty for anything else.
    default Map<String, Node> fields() {
        return this instanceof Fields fields ? fields.values() : Map.of();
    }

    /// The text; a number or truth as text; empty for anything else.
    default String text() {
        return switch (this) {
            case Text text -> text.value();
            case Whole whole -> Long.toString(whole.value());
            case Real real -> Double.toString(real.value());
            case Truth truth -> Boolean.toString(truth.value());
            case Items _, Fields _, Nothing _ -> "";
        };
    }

    /// The text, if there is some.
    default Optional<String> word() {
        String text = text();
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    /// The whole number, also where it is written as text.
    default OptionalLong whole() {
        return switch (this) {
            case Whole whole -> OptionalLong.of(whole.value());
            case Real real -> fraction(real.value());
            case Text text -> Numbers.whole(text.value());
            case Truth _, Items _, Fields _, Nothing _ -> OptionalLong.empty();
        };
    }

    private static OptionalLong fraction(double value) {
        boolean fits = value == Math.rint(value) && Math.abs(value) < WHOLE_MAX;
        return fits ? OptionalLong.of((long) value) : OptionalLong.empty();
    }

    /// The whole number, if it is one of 32 bits.
    default OptionalInt small() {
        OptionalLong whole = whole();
        boolean fits = whole.isPresent() && whole.getAsLong() == (int) whole.getAsLong();
        return fits ? OptionalInt.of((int) whole.getAsLong()) : OptionalInt.empty();
    }

    /// The number.
    default OptionalDouble number() {
        return switch (this) {
            case Whole whole -> OptionalDouble.of((double) whole.value());
            case Real real -> OptionalDouble.of(real.value());
            case Text text -> Numbers.real(text.value());
            case Truth _, Items _, Fields _, Nothing _ -> OptionalDouble.empty();
        };
    }

    /// Whether it is true, also where that is written as text.
    default boolean isTrue() {
        return switch (this) {
            case Truth truth -> truth.value();
            case Text text -> text.value().equalsIgnoreCase("true");
            case Whole whole -> whole.value() != 0;
            case Real _, Items _, Fields _, Nothing _ -> false;
        };
    }

    /// Lists and numbers as `[[1025], [4, 8]]`, cut at {@link #RENDERED_CHARS_MAX}.
    default String rendered() {
        StringBuilder out = new StringBuilder();
        Rendering.append(this, out, 0);
        return out.length() > RENDERED_CHARS_MAX ? out.substring(0, RENDERED_CHARS_MAX) + "…" : out.toString();
    }
}
