// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import org.jspecify.annotations.Nullable;

/// Reads one JSON object from bytes, keys in any order, without allocating. It accepts only what it is sure of: plain
/// ASCII strings without escapes, moderate lengths and depths. Whatever else there is, JSON or not, it leaves to
/// {@link JacksonLine}; what it accepts, Jackson accepts with the same values (LineScannerTest).
public final class LineScanner {
    private static final int DEPTH_MAX = 16;
    private static final int KEY_MAX = 256;
    private static final int TEXT_MAX = 4096;
    private static final int NUMBER_MAX = 40;
    private static final int DIGITS_MAX = 18;

    private final NameTable names;
    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private int keyHash;

    public LineScanner(NameTable names) {
        this.names = names;
    }

    /// Whether `[from, to)` was read into `record`; if not, the record's content means nothing.
    public boolean scan(byte[] line, int from, int to, InspectorRecord record) {
        bytes = line;
        at = from;
        end = to;
        if (!take('{') || !sections(record)) {
            return false;
        }
        skipWhitespace();
        return at == end;
    }

    private boolean sections(InspectorRecord record) {
        if (take('}')) {
            return true;
        }
        do {
            int from = at + 1;
            int to = key();
            if (to < 0 || !section(Section.KEYS.find(bytes, from, to, keyHash), record)) {
                return false;
            }
        } while (comma());
        return take('}');
    }

    private boolean section(@Nullable Section section, InspectorRecord record) {
        if (section == null || peek() != '{') {
            return skipValue(1);
        }
        at++;
        record.begin(section);
        return fields(section, record);
    }

    private boolean fields(Section section, InspectorRecord record) {
        if (take('}')) {
            return true;
        }
        do {
            int from = at + 1;
            int to = key();
            if (to < 0 || !field(section, Field.KEYS.find(bytes, from, to, keyHash), record)) {
                return false;
            }
        } while (comma());
        return take('}');
    }

    private boolean field(Section section, @Nullable Field field, InspectorRecord record) {
        if (field == null || field.section() != section) {
            return skipValue(2);
        }
        int first = peek();
        if (first == '"') {
            return text(field, record);
        }
        if (first >= '0' && first <= '9') {
            return number(field, record);
        }
        record.unset(field);
        return skipValue(2);
    }

    private boolean text(Field field, InspectorRecord record) {
        int from = at + 1;
        int to = skipText(TEXT_MAX);
        if (to < 0) {
            return false;
        }
        record.set(field, names.name(bytes, from, to));
        return true;
    }

    private boolean number(Field field, InspectorRecord record) {
        int from = at;
        long value = 0;
        while (at < end && isDigit(bytes[at]) && at - from < DIGITS_MAX) {
            value = value * 10 + (bytes[at] - '0');
            at++;
        }
        int digits = at - from;
        at = from;
        if (!skipNumber()) {
            return false;
        }
        record.set(field, value(from, digits, value));
        return true;
    }

    /// Jackson's side of this is {@link JacksonLine#whole}.
    private long value(int from, int digits, long value) {
        if (digits == DIGITS_MAX && from + digits < at && isDigit(bytes[from + digits])) {
            return InspectorRecord.TOO_LARGE;
        }
        for (int i = from + digits; i < at; i++) {
            if (bytes[i] == 'e' || bytes[i] == 'E') {
                return InspectorRecord.ABSENT;
            }
        }
        return value;
    }

    /// Reads `"key" :` and returns where the key's text ends, or −1. The text begins behind the first quote.
    private int key() {
        if (peek() != '"') {
            return -1;
        }
        int hash = 0;
        int i = at + 1;
        int limit = Math.min(end, i + KEY_MAX);
        while (i < limit && isPlain(bytes[i])) {
            hash = KeyTable.hash(hash, bytes[i]);
            i++;
        }
        if (i >= limit || bytes[i] != '"') {
            return -1;
        }
        at = i + 1;
        keyHash = hash;
        return take(':') ? i : -1;
    }

    private boolean skipValue(int depth) {
        return switch (peek()) {
            case '"' -> skipText(TEXT_MAX) >= 0;
            case '{' -> skipObject(depth + 1);
            case '[' -> skipArray(depth + 1);
            case 't' -> skipWord("true");
            case 'f' -> skipWord("false");
            case 'n' -> skipWord("null");
            default -> skipNumber();
        };
    }

    private boolean skipObject(int depth) {
        at++;
        if (depth > DEPTH_MAX) {
            return false;
        }
        if (take('}')) {
            return true;
        }
        do {
            skipWhitespace();
            if (key() < 0 || !skipValue(depth)) {
                return false;
            }
        } while (comma());
        return take('}');
    }

    private boolean skipArray(int depth) {
        at++;
        if (depth > DEPTH_MAX) {
            return false;
        }
        if (take(']')) {
            return true;
        }
        do {
            if (!skipValue(depth)) {
                return false;
            }
        } while (comma());
        return take(']');
    }

    private boolean skipWord(String word) {
        if (end - at < word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (bytes[at + i] != word.charAt(i)) {
                return false;
            }
        }
        at += word.length();
        return true;
    }

    /// Behind a quote: moves behind the closing one and returns its place, or −1.
    private int skipText(int max) {
        int i = at + 1;
        int limit = Math.min(end, i + max);
        while (i < limit && isPlain(bytes[i])) {
            i++;
        }
        if (i >= limit || bytes[i] != '"') {
            return -1;
        }
        at = i + 1;
        return i;
    }

    private boolean skipNumber() {
        int from = at;
        if (at < end && bytes[at] == '-') {
            at++;
        }
        int whole = at;
        if (!skipDigits() || (bytes[whole] == '0' && at - whole > 1)) {
            return false;
        }
        if (at < end && bytes[at] == '.') {
            at++;
            if (!skipDigits()) {
                return false;
            }
        }
        if (at < end && (bytes[at] == 'e' || bytes[at] == 'E')) {
            at++;
            if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
                at++;
            }
            if (!skipDigits()) {
                return false;
            }
        }
        return at - from <= NUMBER_MAX;
    }

    private boolean skipDigits() {
        int from = at;
        while (at < end && isDigit(bytes[at])) {
            at++;
        }
        return at > from;
    }

    private boolean comma() {
        if (!take(',')) {
            return false;
        }
        skipWhitespace();
        return true;
    }

    /// The next byte that is not white space, or −1 at the end.
    private int peek() {
        skipWhitespace();
        return at < end ? bytes[at] : -1;
    }

    private boolean take(char expected) {
        if (peek() != expected) {
            return false;
        }
        at++;
        return true;
    }

    private void skipWhitespace() {
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r' || bytes[at] == '\n')) {
            at++;
        }
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /// ASCII that stands for itself inside a string; 0x7f counts, as it does in Jackson.
    private static boolean isPlain(byte b) {
        return b >= ' ' && b != '"' && b != '\\';
    }
}
