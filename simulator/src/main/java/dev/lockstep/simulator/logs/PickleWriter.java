// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.logs;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Writes plain values as Python's pickle, protocol 2, as PyTorch writes its dumps: maps, lists, texts, whole numbers,
/// truths.
final class PickleWriter {
    private static final int PROTOCOL = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private PickleWriter() {}

    static byte[] write(Object value) {
        PickleWriter writer = new PickleWriter();
        writer.out.write(0x80);
        writer.out.write(PROTOCOL);
        writer.value(value);
        writer.out.write('.');
        return writer.out.toByteArray();
    }

    private void value(Object value) {
        switch (value) {
            case Map<?, ?> map -> {
                out.write('}');
                map.forEach((key, each) -> {
                    value(key);
                    value(each);
                    out.write('s');
                });
            }
            case List<?> list -> {
                out.write(']');
                list.forEach(each -> {
                    value(each);
                    out.write('a');
                });
            }
            case String text -> text(text);
            case Boolean truth -> out.write(truth ? 0x88 : 0x89);
            case Integer number -> whole(number);
            case Long number -> whole(number);
            default -> throw new IllegalArgumentException("no plain value: " + value.getClass());
        }
    }

    private void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write('X');
        littleEndian(bytes.length, Integer.BYTES);
        out.writeBytes(bytes);
    }

    /// LONG1 with eight bytes.
    private void whole(long number) {
        out.write(0x8a);
        out.write(Long.BYTES);
        littleEndian(number, Long.BYTES);
    }

    private void littleEndian(long number, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (number >>> (8 * i)));
        }
    }
}
