// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The texts of one batch, each written once. Number 0 is absent, so the first text has number 1.
final class StringsWriter {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final WireWriter texts = new WireWriter();

    int numberOf(String text) {
        Integer known = numbers.get(text);
        return known == null ? add(text) : known;
    }

    int numberOf(Optional<String> text) {
        return text.isPresent() ? numberOf(text.get()) : 0;
    }

    private int add(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > WireLimits.STRING_BYTES_MAX) {
            throw new IllegalArgumentException("text of " + utf8.length + " bytes");
        }
        texts.varint(utf8.length);
        texts.bytes(utf8, utf8.length);
        int number = numbers.size() + 1;
        numbers.put(text, number);
        return number;
    }

    /// Writes the section.
    void writeTo(WireWriter out) {
        int begun = out.begin(WireLayout.STRINGS);
        out.varint(numbers.size());
        out.append(texts);
        out.end(begun);
    }
}
