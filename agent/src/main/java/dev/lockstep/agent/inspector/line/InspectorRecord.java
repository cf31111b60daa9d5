// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What one line says, reused from line to line. Numbers are whole and not negative: a fraction is cut off,
/// {@link #ABSENT} stands for no number, {@link #TOO_LARGE} for more than 18 digits. The last of two equal keys counts.
public final class InspectorRecord {
    public static final long ABSENT = -1;
    static final long TOO_LARGE = Long.MAX_VALUE;

    private final long[] numbers = new long[Field.COUNT];
    private final @Nullable String[] texts = new @Nullable String[Field.COUNT];
    private int sections;

    /// Of a line that says nothing.
    public InspectorRecord() {}

    public void clear() {
        Arrays.fill(numbers, ABSENT);
        Arrays.fill(texts, null);
        sections = 0;
    }

    void copyOf(InspectorRecord that) {
        System.arraycopy(that.numbers, 0, numbers, 0, numbers.length);
        System.arraycopy(that.texts, 0, texts, 0, texts.length);
        sections = that.sections;
    }

    void begin(Section section) {
        sections |= 1 << section.index();
    }

    public boolean has(Section section) {
        return (sections & (1 << section.index())) != 0;
    }

    void set(Field field, long number) {
        numbers[field.index()] = number;
        texts[field.index()] = null;
    }

    void set(Field field, String text) {
        numbers[field.index()] = ABSENT;
        texts[field.index()] = text;
    }

    /// The field has a value that is neither a number nor a text.
    void unset(Field field) {
        numbers[field.index()] = ABSENT;
        texts[field.index()] = null;
    }

    public long number(Field field) {
        return numbers[field.index()];
    }

    @Nullable
    public String text(Field field) {
        return texts[field.index()];
    }

    @Override
    public String toString() {
        return sections + " " + Arrays.toString(numbers) + " " + Arrays.toString(texts);
    }
}
