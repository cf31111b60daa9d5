// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import org.jspecify.annotations.Nullable;

/// Reads one JSON object from bytes, keys in any order, without allocating. It accepts only what it is sure of: plain
/// ASCII strings without escapes, moderate lengths and depths. Whatever else there is, JSON or not, it leaves to
/// {@link JacksonLine}; what it accepts, Jackson accepts with the same values (LineScannerTest).
public final class LineScanner {
    private static final int DEPTH_MAX = 16;
    private static final int KEY_MAX = 256;

    private final Scalars scalars;
    private final ScalarPlaces places = new ScalarPlaces(LineTemplate.VALUES_MAX);
    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private int keyHash;

    public LineScanner(NameTable names) {
        this.scalars = new Scalars(names);
    }

    /// Whether `[from, to)` was read into `record`; if not, the record's content means nothing.
    public boolean scan(byte[] line, int from, int to, InspectorRecord record) {
        bytes = line;
        at = from;
        end = to;
        record.clear();
        places.clear();
        if (!take('{') || !sections(record)) {
            return false;
        }
        skipWhitespace();
        return at == end;
    }

    /// The scalars of the line that was scanned last.
    ScalarPlaces places() {
        return places;
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
        if (first == '"' || first == '-' || (first >= '0' && first <= '9')) {
            return scalar(field, record);
        }
        record.unset(field);
        places.addOther(field);
        return skipValue(2);
    }

    private boolean scalar(Field field, InspectorRecord record) {
        int from = at;
        return behindScalar(from, scalars.scalar(bytes, from, end, field, record), field);
    }

    private boolean behindScalar(int from, int behind, @Nullable Field field) {
        if (behind < 0) {
            return false;
        }
        at = behind;
        places.add(from, behind, field);
        return true;
    }

    /// Reads `"key" :` and returns where the key's text ends, or −1. The text begins behind the first quote.
    private int key() {
        if (peek() != '"') {
            return -1;
        }
        int hash = 0;
        int i = at + 1;
        int limit = Math.min(end, i + KEY_MAX);
        while (i < limit && Scalars.isPlain(bytes[i])) {
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
            case '"' -> behindScalar(at, Scalars.skipText(bytes, at, end), null);
            case '{' -> skipObject(depth + 1);
            case '[' -> skipArray(depth + 1);
            case 't' -> skipWord("true");
            case 'f' -> skipWord("false");
            case 'n' -> skipWord("null");
            default -> behindScalar(at, Scalars.skipNumber(bytes, at, end), null);
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
}
