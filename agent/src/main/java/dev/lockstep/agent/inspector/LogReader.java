// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import dev.lockstep.agent.inspector.count.LogContext;
import dev.lockstep.agent.inspector.file.FoundFile;
import dev.lockstep.agent.inspector.file.LogInput;
import dev.lockstep.agent.inspector.line.LineCutter;
import dev.lockstep.agent.inspector.line.LineParser;
import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import java.io.IOException;

/// Reads what is new in a log, a buffer at a time, and cuts it into lines. A line without its line feed stays unread
/// until it has one. One buffer serves all logs.
final class LogReader {
    private final byte[] buffer = new byte[InspectorLimits.LINE_BYTES_MAX];
    private final LineParser<LogContext> parser;
    private final LineCutter<LogContext> cutter;
    private final long gzipBytesMax;

    /// `gzipBytesMax` is the limit of {@link Reason#GZIP_TOO_LONG}.
    LogReader(LineParser<LogContext> parser, ReasonCounts refused, long gzipBytesMax) {
        this.parser = parser;
        this.cutter = new LineCutter<>(parser, refused);
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
            IOException damage = input.damage();
            if (filled < buffer.length) {
                log.atEnd(damage == null ? filled - used : 0);
                log.close();
            }
            log.failure(damage == null ? null : Reason.GZIP_DAMAGED);
            return used;
        } catch (IOException e) {
            log.close();
            log.failure(LogInput.isDamage(e) ? Reason.GZIP_DAMAGED : Reason.FILE_UNREADABLE);
            log.atEnd(0);
            return 0;
        }
    }

    private int lines(LogFile log, int filled) {
        int used = cutter.cut(buffer, filled, log.isSkipping(), log.context());
        log.advance(used, cutter.isSkipping());
        return used;
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
