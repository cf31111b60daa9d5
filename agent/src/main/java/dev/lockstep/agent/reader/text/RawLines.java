// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Cuts a stream into lines at line feeds and carriage returns (progress bars return the carriage only). Holds one
/// buffer; a longer line than {@link #LINE_BYTES_MAX} comes cut and is counted. One thread.
public final class RawLines {
    /// Longest line that is read whole.
    public static final int LINE_BYTES_MAX = 64 * 1024;

    private static final int BUFFER_BYTES = 512 * 1024;

    private final InputStream stream;
    private final byte[] buffer;
    private int from;
    private int to;
    private boolean isOver;
    private boolean isDroppingRest;
    private long number;
    private long cut;

    /// What takes a line.
    public interface Taker {
        /// Whether the line, without its end, is worth being made a text of.
        boolean wants(byte[] buffer, int from, int to);

        /// A line without its end; its number counts line feeds, as an editor does.
        void line(long number, String text);
    }

    /// Reads the stream; the caller closes it.
    public RawLines(InputStream stream) {
        this.stream = stream;
        this.buffer = new byte[BUFFER_BYTES];
    }

    /// Reads what is in memory already, where it lies.
    private RawLines(byte[] bytes, int length) {
        this.stream = InputStream.nullInputStream();
        this.buffer = bytes;
        this.to = length;
        this.isOver = true;
    }

    /// Of the first bytes of an array, which is not copied.
    public static RawLines of(byte[] bytes, int length) {
        return new RawLines(bytes, length);
    }

    /// How many lines were longer than {@link #LINE_BYTES_MAX}.
    public long cut() {
        return cut;
    }

    /// Gives every line to the taker.
    ///
    /// @throws IOException if the stream cannot be read
    public void forEach(Taker taker) throws IOException {
        number = 1;
        int scanned = 0;
        while (true) {
            int end = endOfLine(from + scanned);
            if (end >= 0) {
                give(end, taker);
                scanned = 0;
            } else if (to - from >= LINE_BYTES_MAX) {
                cutHere(taker);
                scanned = 0;
            } else if (isOver) {
                if (to > from && !isDroppingRest) {
                    give(from, to, taker);
                }
                return;
            } else {
                scanned = to - from;
                fill();
            }
        }
    }

    private void give(int end, Taker taker) {
        if (!isDroppingRest) {
            boolean isLong = end - from > LINE_BYTES_MAX;
            cut += isLong ? 1 : 0;
            give(from, isLong ? from + LINE_BYTES_MAX : end, taker);
        }
        isDroppingRest = false;
        if (buffer[end] == '\n') {
            number++;
        }
        from = end + 1;
    }

    /// The beginning of a long line is worth more than its end.
    private void cutHere(Taker taker) {
        if (!isDroppingRest) {
            give(from, from + LINE_BYTES_MAX, taker);
            cut++;
        }
        isDroppingRest = true;
        from = to;
    }

    private int endOfLine(int start) {
        for (int at = start; at < to; at++) {
            byte each = buffer[at];
            if (each == '\n' || each == '\r') {
                return at;
            }
        }
        return -1;
    }

    private void give(int start, int end, Taker taker) {
        if (taker.wants(buffer, start, end)) {
            taker.line(number, new String(buffer, start, end - start, StandardCharsets.UTF_8));
        }
    }

    private void fill() throws IOException {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
        int read = stream.read(buffer, to, buffer.length - to);
        if (read < 0) {
            isOver = true;
        } else {
            to += read;
        }
    }
}
