// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.tree;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Numbers out of text that others wrote: absent where it is none, never an exception.
public final class Numbers {
    private Numbers() {}

    /// A whole number, decimal or with `0x`; one over 63 bits is absent.
    public static OptionalLong whole(String text) {
        String digits = text.strip();
        try {
            if (digits.startsWith("0x") || digits.startsWith("0X")) {
                return OptionalLong.of(Long.parseUnsignedLong(digits.substring(2), 16));
            }
            return OptionalLong.of(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /// The same of 32 bits.
    public static OptionalInt small(String text) {
        OptionalLong whole = whole(text);
        boolean fits = whole.isPresent() && whole.getAsLong() == (int) whole.getAsLong();
        return fits ? OptionalInt.of((int) whole.getAsLong()) : OptionalInt.empty();
    }

    /// A number in any spelling of C, Python or Java, with `nan` and `inf`.
    public static OptionalDouble real(String text) {
        String word = text.strip();
        if (word.isEmpty() || word.length() > 64) {
            return OptionalDouble.empty();
        }
        char last = word.charAt(word.length() - 1);
        boolean isNumber = (last >= '0' && last <= '9') || last == '.';
        if (!isNumber) {
            return special(word);
        }
        try {
            return OptionalDouble.of(Double.parseDouble(word));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    private static OptionalDouble special(String word) {
        String plain = word.startsWith("-") || word.startsWith("+") ? word.substring(1) : word;
        if (plain.equalsIgnoreCase("nan")) {
            return OptionalDouble.of(Double.NaN);
        }
        if (plain.equalsIgnoreCase("inf") || plain.equalsIgnoreCase("infinity")) {
            return OptionalDouble.of(word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
        }
        return OptionalDouble.empty();
    }
}
