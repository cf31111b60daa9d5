// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Gathers bytes for a stream; numbers become digits where they stand. One scrape uses it.
final class TextBuffer {
    private static final int BYTES = 16 * 1024;
    private static final int DIGITS_MAX = 19;
    private static final int DECIMAL = 10;
    /// From here on Java writes a double with an exponent.
    private static final double PLAIN_END = 1e7;

    private final OutputStream out;
    private byte[] bytes = new byte[BYTES];
    private int used;

    TextBuffer(OutputStream out) {
        this.out = out;
    }

    void put(byte[] more) throws IOException {
        reserve(more.length);
        System.arraycopy(more, 0, bytes, used, more.length);
        used += more.length;
    }

    void put(String text) throws IOException {
        put(text.getBytes(StandardCharsets.UTF_8));
    }

    /// A number from 0 on.
    void put(long number) throws IOException {
        reserve(DIGITS_MAX);
        int digits = 1;
        for (long rest = number; rest >= DECIMAL; rest /= DECIMAL) {
            digits++;
        }
        used += digits;
        long rest = number;
        for (int at = used - 1; at >= used - digits; at--) {
            bytes[at] = (byte) ('0' + rest % DECIMAL);
            rest /= DECIMAL;
        }
    }

    /// As client_java writes it. Most counters are small whole numbers.
    void put(double number) throws IOException {
        if (number > 0 && number < PLAIN_END && number == (long) number) {
            put((long) number);
            put(".0");
        } else if (Double.isInfinite(number)) {
            put(number > 0 ? "+Inf" : "-Inf");
        } else {
            put(Double.toString(number));
        }
    }

    private void reserve(int more) throws IOException {
        if (used + more > bytes.length) {
            flush();
        }
        if (more > bytes.length) {
            bytes = Arrays.copyOf(bytes, more);
        }
    }

    /// Hands over what was gathered.
    void flush() throws IOException {
        out.write(bytes, 0, used);
        used = 0;
    }
}
