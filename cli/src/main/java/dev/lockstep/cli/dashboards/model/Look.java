// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// How values look: their unit, where colours begin, words for certain values, and the end of the scale.
public record Look(Unit unit, List<Step> steps, List<Word> words, OptionalDouble max) {
    /// From this value on, this colour.
    public record Step(double from, Color color) {}

    /// This value is said in this word.
    public record Word(int value, String text, Color color) {}

    public Look {
        steps = List.copyOf(steps);
        words = List.copyOf(words);
    }

    /// Values of a unit, without limits.
    public static Look of(Unit unit) {
        return new Look(unit, List.of(), List.of(), OptionalDouble.empty());
    }

    /// A share, up to the whole.
    public static Look share() {
        return of(Unit.SHARE).upTo(1);
    }

    /// From `value` on in this colour.
    public Look from(double value, Color color) {
        return new Look(unit, with(steps, new Step(value, color)), words, max);
    }

    /// `value` is said as `text`.
    public Look says(int value, String text, Color color) {
        return new Look(unit, steps, with(words, new Word(value, text, color)), max);
    }

    /// The scale ends here.
    public Look upTo(double end) {
        return new Look(unit, steps, words, OptionalDouble.of(end));
    }

    private static <T> List<T> with(List<T> list, T one) {
        return Stream.concat(list.stream(), Stream.of(one)).toList();
    }
}
