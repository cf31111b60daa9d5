// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The texts of one batch, by their numbers.
final class StringsReader {
    private static final StringsReader NONE = new StringsReader(new String[0]);

    private final String[] texts;

    private StringsReader(String[] texts) {
        this.texts = texts;
    }

    static StringsReader none() {
        return NONE;
    }

    static StringsReader read(WireReader in) throws WireException {
        int count = in.entries(WireLimits.STRINGS_MAX, 1, "texts");
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            int length = in.entries(WireLimits.STRING_BYTES_MAX, 1, "bytes of a text");
            texts[i] = text(in.bytes(), in.take(length), length);
        }
        return new StringsReader(texts);
    }

    /// ASCII, as nearly every text here is, needs no decoder of its own.
    private static String text(byte[] bytes, int from, int length) throws WireException {
        int or = 0;
        for (int i = from; i < from + length; i++) {
            or |= bytes[i];
        }
        if (or >= 0) {
            return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, length))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw WireException.malformed("a text that is not UTF-8");
        }
    }

    Optional<String> optional(WireReader in) throws WireException {
        long number = in.varint();
        return number == 0 ? Optional.empty() : Optional.of(at(number));
    }

    String required(WireReader in, String what) throws WireException {
        long number = in.varint();
        if (number == 0) {
            throw WireException.malformed("no " + what);
        }
        return at(number);
    }

    private String at(long number) throws WireException {
        if (number < 0 || number > texts.length) {
            throw WireException.malformed("no text has number " + Long.toUnsignedString(number));
        }
        return texts[(int) number - 1];
    }
}
