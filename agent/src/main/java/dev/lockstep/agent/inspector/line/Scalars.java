// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import org.jspecify.annotations.Nullable;

/// Reads one number or plain string of a line into a field, or over it. The readers of lines share it, so that they
/// agree on what a value is. Each method returns the place behind the value, or −1 for what it is not sure of.
final class Scalars {
    static final int NONE = -1;

    private static final int TEXT_MAX = 4096;
    private static final int NUMBER_MAX = 40;
    private static final int DIGITS_MAX = 18;

    private final NameTable names;

    Scalars(NameTable names) {
        this.names = names;
    }

    /// Any of the two; a field whose value is a negative number has none.
    int scalar(byte[] bytes, int from, int end, @Nullable Field field, InspectorRecord record) {
        if (from >= end) {
            return NONE;
        }
        byte first = bytes[from];
        if (first == '"') {
            return field == null ? skipText(bytes, from, end) : text(bytes, from, end, field, record);
        }
        if (field == null || first == '-') {
            if (field != null) {
                record.unset(field);
            }
            return skipNumber(bytes, from, end);
        }
        return number(bytes, from, end, field, record);
    }

    int text(byte[] bytes, int from, int end, Field field, InspectorRecord record) {
        int hash = 0;
        int i = from + 1;
        int limit = Math.min(end, i + TEXT_MAX);
        while (i < limit && isPlain(bytes[i])) {
            hash = NameTable.hash(hash, bytes[i]);
            i++;
        }
        if (i >= limit || bytes[i] != '"') {
            return NONE;
        }
        record.set(field, names.name(bytes, from + 1, i, hash));
        return i + 1;
    }

    int number(byte[] bytes, int from, int end, Field field, InspectorRecord record) {
        int limit = Math.min(end, from + DIGITS_MAX);
        long value = 0;
        int i = from;
        while (i < limit && isDigit(bytes[i])) {
            value = value * 10 + (bytes[i] - '0');
            i++;
        }
        // Most are whole, short and end here.
        boolean ends = i > from && i < limit && (bytes[i] == ',' || bytes[i] == '}');
        if (ends && (bytes[from] != '0' || i == from + 1)) {
            record.set(field, value);
            return i;
        }
        int behind = skipNumber(bytes, from, end);
        if (behind >= 0) {
            record.set(field, value(bytes, i, behind, i - from == DIGITS_MAX, value));
        }
        return behind;
    }

    /// Jackson's side of this is {@link JacksonLine#whole}; `[from, to)` stands behind the digits that made `value`.
    private static long value(byte[] bytes, int from, int to, boolean full, long value) {
        if (full && from < to && isDigit(bytes[from])) {
            return InspectorRecord.TOO_LARGE;
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] == 'e' || bytes[i] == 'E') {
                return InspectorRecord.ABSENT;
            }
        }
        return value;
    }

    /// From a quote to behind the closing one.
    static int skipText(byte[] bytes, int from, int end) {
        int i = from + 1;
        int limit = Math.min(end, i + TEXT_MAX);
        while (i < limit && isPlain(bytes[i])) {
            i++;
        }
        return i < limit && bytes[i] == '"' ? i + 1 : NONE;
    }

    static int skipNumber(byte[] bytes, int from, int end) {
        int whole = from < end && bytes[from] == '-' ? from + 1 : from;
        int at = skipDigits(bytes, whole, end);
        if (at == whole || (bytes[whole] == '0' && at - whole > 1)) {
            return NONE;
        }
        if (at < end && bytes[at] == '.') {
            int fraction = at + 1;
            at = skipDigits(bytes, fraction, end);
            if (at == fraction) {
                return NONE;
            }
        }
        if (at < end && (bytes[at] == 'e' || bytes[at] == 'E')) {
            int exponent = at + 1;
            if (exponent < end && (bytes[exponent] == '+' || bytes[exponent] == '-')) {
                exponent++;
            }
            at = skipDigits(bytes, exponent, end);
            if (at == exponent) {
                return NONE;
            }
        }
        return at - from <= NUMBER_MAX ? at : NONE;
    }

    private static int skipDigits(byte[] bytes, int from, int end) {
        int i = from;
        while (i < end && isDigit(bytes[i])) {
            i++;
        }
        return i;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /// ASCII that stands for itself inside a string; 0x7f counts, as it does in Jackson.
    static boolean isPlain(byte b) {
        return b >= ' ' && b != '"' && b != '\\';
    }
}
