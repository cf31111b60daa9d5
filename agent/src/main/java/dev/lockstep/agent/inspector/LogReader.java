// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import dev.lockstep.agent.inspector.count.LineParser;
import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import java.io.IOException;

/// Reads what is new in a log, a buffer at a time, and cuts it into lines. A line without its line feed stays unread
/// until it has one. One buffer serves all logs.
final class LogReader {
    private final byte[] buffer = new byte[InspectorLimits.LINE_BYTES_MAX];
    private final LineParser parser;
    private final ReasonCounts refused;
    private final long gzipBytesMax;

    /// `gzipBytesMax` is the limit of {@link Reason#GZIP_TOO_LONG}.
    LogReader(LineParser parser, ReasonCounts refused, long gzipBytesMax) {
        this.parser = parser;
        this.refused = refused;
        this.gzipBytesMax = gzipBytesMax;
    }

    /// Reads at most one buffer and returns how many bytes were used up; each call uses some up or finds the end.
    int readSome(LogFile log) {
        if (log.found().name().compressed() && log.offset() >= gzipBytesMax) {
            log.close();
            log.failure(Reason.GZIP_TOO_LONG);
            log.atEnd(0);
            return 0;
        }
        try {
            LogInput input = log.open();
            int filled = input.fill(buffer);
            if (log.offset() == 0) {
                log.learnHead(buffer, filled);
            }
            int used = lines(log, filled);
            input.consume(buffer, used, filled);
            if (filled < buffer.length) {
                log.atEnd(filled - used);
                log.close();
            }
            log.failure(null);
            return used;
        } catch (IOException e) {
            log.close();
            log.failure(LogInput.isDamage(e) ? Reason.GZIP_DAMAGED : Reason.FILE_UNREADABLE);
            log.atEnd(0);
            return 0;
        }
    }

    private int lines(LogFile log, int filled) {
        int at = 0;
        boolean skipping = log.isSkipping();
        while (at < filled) {
            int begin = skipping ? at : skipNul(at, filled);
            int repeated = skipping ? -1 : parser.repeated(buffer, begin, filled, log.context());
            if (repeated >= 0) {
                at = repeated + 1;
                continue;
            }
            int feed = indexOfLineFeed(begin, filled);
            if (feed < 0) {
                at = begin;
                break;
            }
            if (!skipping) {
                parser.line(buffer, begin, feed, log.context());
            }
            skipping = false;
            at = feed + 1;
        }
        if (at < filled && (skipping || filled - at == buffer.length)) {
            if (!skipping) {
                log.context().damagedLine(Reason.LINE_TOO_LONG);
            }
            skipping = true;
            at = filled;
        }
        log.advance(at, skipping);
        return at;
    }

    /// A truncated file whose writer goes on at its old place begins with a hole of NUL bytes.
    private int skipNul(int from, int to) {
        int i = from;
        while (i < to && buffer[i] == 0) {
            i++;
        }
        if (i > from && i < to) {
            refused.one(Reason.NUL_BYTES);
        }
        return i;
    }

    private int indexOfLineFeed(int from, int to) {
        byte[] bytes = buffer;
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /// Counts a last line without line feed if it is whole: then nothing can follow in it.
    void finish(LogFile log) {
        try (LogInput input = LogInput.open(log.found(), log.offset())) {
            int filled = input.fill(buffer);
            if (filled < buffer.length && parser.unfinished(buffer, 0, filled, log.context())) {
                log.advance(filled, false);
                log.atEnd(0);
            }
        } catch (IOException e) {
            log.failure(Reason.FILE_UNREADABLE);
        }
    }

    /// The first bytes of a file in `head`; how many there are, 0 if it cannot be read.
    static int head(FoundFile file, byte[] head) {
        try (LogInput input = LogInput.open(file, 0)) {
            return input.fill(head);
        } catch (IOException e) {
            return 0;
        }
    }
}
