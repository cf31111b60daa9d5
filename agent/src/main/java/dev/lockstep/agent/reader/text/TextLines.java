// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.text;

import dev.lockstep.agent.reader.Line;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The lines of one text, cleaned, parted and joined. One thread, one text.
public final class TextLines {
    /// Chooses lines by their bytes, before anything else is done with them.
    @FunctionalInterface
    public interface Filter {
        /// Whether the line may matter.
        ///
        /// @param isContinuing it may go on with the line before, which did
        boolean wants(byte[] buffer, int from, int to, boolean isContinuing);
    }

    private static final int JOINED_PARTS_MAX = 8;
    /// The sentence of a watchdog without which a line says nothing.
    private static final String STUCK = "ProcessGroupNCCL's watchdog got stuck for";

    private final Filter filter;
    private final Consumer<Line> out;
    private @Nullable Line pending;
    private int pendingParts;
    private long joined;
    private long cut;

    /// Gives all lines to that taker.
    public TextLines(Consumer<Line> out) {
        this((buffer, from, to, isContinuing) -> true, out);
    }

    /// Gives lines that the filter chooses to that taker.
    public TextLines(Filter filter, Consumer<Line> out) {
        this.filter = filter;
        this.out = out;
    }

    /// Reads all of the stream.
    ///
    /// @throws IOException if it cannot be read
    public void read(InputStream stream) throws IOException {
        read(new RawLines(stream));
    }

    /// Reads all of these lines.
    ///
    /// @throws IOException if they cannot be read
    public void read(RawLines raw) throws IOException {
        raw.forEach(new RawLines.Taker() {
            @Override
            public boolean wants(byte[] buffer, int from, int to) {
                boolean isContinuing = pending != null;
                return filter.wants(buffer, from, to, isContinuing) || isContinuing;
            }

            @Override
            public void line(long number, String text) {
                add(number, text);
            }
        });
        flush();
        cut = raw.cut();
    }

    /// Lines that a terminal had cut and that were joined again.
    public long joined() {
        return joined;
    }

    /// Lines that were too long.
    public long cut() {
        return cut;
    }

    private void add(long number, String raw) {
        Line line = LineCleaner.clean(number, raw);
        Line open = pending;
        if (open != null) {
            if (isContinuation(open.text(), line.text())) {
                join(open, line);
                return;
            }
            flush();
        }
        if (isOpen(line.text())) {
            pending = line;
            pendingParts = 1;
            return;
        }
        part(line);
    }

    private void join(Line open, Line line) {
        String begin =
                open.text().endsWith("$") ? open.text().substring(0, open.text().length() - 1) : open.text();
        begin += restOfSentence(begin).startsWith(" ") ? " " : "";
        Line whole = new Line(open.number(), begin + line.text(), open.raw(), open.task(), open.host());
        if (pendingParts == 1) {
            joined++;
        }
        pendingParts++;
        if (pendingParts < JOINED_PARTS_MAX && isOpen(whole.text())) {
            pending = whole;
            return;
        }
        pending = null;
        part(whole);
    }

    private void flush() {
        Line open = pending;
        pending = null;
        if (open != null) {
            part(open);
        }
    }

    /// Whether a record surely goes on: it ends with a pager's mark, or a field that always comes is not there yet.
    private static boolean isOpen(String text) {
        int nccl = text.indexOf(" NCCL ");
        if (nccl < 0 && !restOfSentence(text).isEmpty()) {
            return true;
        }
        if (nccl < 0) {
            int work = text.indexOf("WorkNCCL(");
            return work >= 0 && text.indexOf(')', work) < 0;
        }
        if (text.endsWith("$")) {
            return true;
        }
        return text.indexOf(": opCount ", nccl) >= 0
                ? text.indexOf(" comm ", nccl) < 0 && text.indexOf(" stream ", nccl) < 0
                : text.indexOf("Got completion ", nccl) >= 0 && text.indexOf("endor", nccl) < 0;
    }

    /// What is missing of a sentence that always comes whole, where a terminal cut it; empty if nothing is.
    private static String restOfSentence(String text) {
        int file = text.indexOf("ProcessGroupNCCL.cpp:");
        int begin = file < 0 ? -1 : text.lastIndexOf("] ") + 2;
        boolean isWithin = begin > file && file >= 0 && text.length() - begin < STUCK.length();
        return isWithin && text.length() > begin && STUCK.startsWith(text.substring(begin))
                ? STUCK.substring(text.length() - begin)
                : "";
    }

    private static boolean isContinuation(String open, String next) {
        String rest = restOfSentence(open);
        if (!rest.isEmpty()) {
            return next.startsWith(rest.strip());
        }
        if (next.isEmpty() || next.contains(" NCCL ") || next.contains("ProcessGroup")) {
            return false;
        }
        return open.endsWith("$") || next.contains("=") || next.contains(" comm ") || next.contains("vendor");
    }

    private void part(Line line) {
        String text = line.text();
        if (text.length() < 40 || !isMaybeGlued(text)) {
            out.accept(line);
            return;
        }
        int from = 0;
        for (int parts = 1; parts < GluedLines.partsMax(); parts++) {
            int next = GluedLines.second(text, from);
            if (next <= from) {
                break;
            }
            out.accept(new Line(line.number(), text.substring(from, next), line.raw(), line.task(), line.host()));
            from = next;
        }
        out.accept(
                from == 0 ? line : new Line(line.number(), text.substring(from), line.raw(), line.task(), line.host()));
    }

    private static boolean isMaybeGlued(String text) {
        int nccl = text.indexOf(" NCCL ");
        if (nccl >= 0 && text.indexOf(" NCCL ", nccl + 6) >= 0) {
            return true;
        }
        int watchdog = text.indexOf("ProcessGroupNCCL.cpp:");
        return watchdog >= 0 && text.indexOf("ProcessGroupNCCL.cpp:", watchdog + 1) >= 0;
    }
}
