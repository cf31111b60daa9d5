// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.text;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The text of `journalctl --output=export` as that of `--output=json`, with as many lines, so that numbers of lines
/// stay true: an entry's object stands on its first line. Fields are `NAME=text`, or a name alone and then the
/// length of its value as eight bytes.
public final class JournalExport extends InputStream {
    private static final String BEGIN = "__CURSOR=";
    private static final int VALUE_BYTES_MAX = 64 * 1024;
    private static final Set<String> KEPT = Set.of("MESSAGE", "_HOSTNAME", "__REALTIME_TIMESTAMP");

    private final InputStream in;
    private InputStream entry = InputStream.nullInputStream();
    private long lines;
    private boolean isOver;

    /// Reads that stream, and owns it.
    public JournalExport(InputStream in) {
        this.in = in;
    }

    /// Whether a text that begins so is one.
    public static boolean isOne(byte[] head) {
        int from = head.length > 0 && head[0] == '\n' ? 1 : 0;
        return head.length > from + BEGIN.length()
                && new String(head, from, BEGIN.length(), StandardCharsets.ISO_8859_1).equals(BEGIN);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = entry.read(bytes, from, length);
        while (read < 0 && !isOver) {
            entry = new ByteArrayInputStream(next());
            read = entry.read(bytes, from, length);
        }
        return read;
    }

    private byte[] next() throws IOException {
        Map<String, String> fields = new LinkedHashMap<>();
        lines = 0;
        byte[] line = line();
        while (!isOver && line.length > 0) {
            add(fields, new String(line, StandardCharsets.UTF_8));
            line = line();
        }
        StringBuilder out = new StringBuilder();
        if (fields.containsKey("MESSAGE")) {
            fields.forEach((name, value) -> out.append(out.isEmpty() ? "{\"" : ",\"")
                    .append(name)
                    .append("\":\"")
                    .append(escaped(value))
                    .append('"'));
            out.append('}');
        }
        out.repeat('\n', (int) Math.min(lines, VALUE_BYTES_MAX));
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void add(Map<String, String> fields, String line) throws IOException {
        int equals = line.indexOf('=');
        String name = equals < 0 ? line : line.substring(0, equals);
        String value = equals < 0 ? binary() : line.substring(equals + 1);
        if (KEPT.contains(name)) {
            fields.put(name, value);
        }
    }

    private String binary() throws IOException {
        byte[] length = in.readNBytes(Long.BYTES);
        if (length.length < Long.BYTES) {
            isOver = true;
            return "";
        }
        long size = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getLong();
        if (size < 0) {
            throw new IOException("an entry of the journal is broken: a field of negative length");
        }
        byte[] value = in.readNBytes((int) Math.min(size, VALUE_BYTES_MAX));
        isOver = value.length < size && isCutWithin(size - value.length);
        for (byte each : value) {
            lines += each == '\n' ? 1 : 0;
        }
        isOver |= in.read() < 0;
        lines++;
        return new String(value, StandardCharsets.UTF_8);
    }

    /// Skips the rest of a value, which may not be there.
    private boolean isCutWithin(long bytes) throws IOException {
        try {
            in.skipNBytes(bytes);
            return false;
        } catch (EOFException cut) {
            return true;
        }
    }

    /// Without its end; what is too long is cut.
    private byte[] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int each = in.read();
        while (each >= 0 && each != '\n') {
            if (line.size() < VALUE_BYTES_MAX) {
                line.write(each);
            }
            each = in.read();
        }
        isOver = each < 0;
        lines += isOver ? 0 : 1;
        return line.toByteArray();
    }

    private static String escaped(String value) {
        StringBuilder out = new StringBuilder(value.length() + 8);
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            switch (each) {
                case '"', '\\' -> out.append('\\').append(each);
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                default -> out.append(each == '\r' ? ' ' : each);
            }
        }
        return out.toString();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
