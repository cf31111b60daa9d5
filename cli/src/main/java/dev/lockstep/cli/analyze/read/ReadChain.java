// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.agent.inspector.file.FoundFile;
import dev.lockstep.agent.inspector.file.LogInput;
import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far a chain of logs is read. A file is open only while a buffer of it is read, unless it is compressed.
final class ReadChain {
    private final LogChain chain;
    private final List<FoundFile> files;
    private int file;
    private long offset;
    private boolean isSkipping;
    private @Nullable LogInput input;

    ReadChain(LogChain chain) {
        this.chain = chain;
        this.files = chain.files();
    }

    LogChain chain() {
        return chain;
    }

    boolean isAtEnd() {
        return file == files.size() && !chain.isFull();
    }

    /// Reads at most one buffer.
    void readSome(ReadingThread thread) {
        if (!chain.waiting().retry() || file == files.size()) {
            return;
        }
        FoundFile found = files.get(file);
        try {
            LogInput open = open(found);
            byte[] buffer = thread.buffer();
            int filled = open.fill(buffer);
            int used = thread.cutter().cut(buffer, filled, isSkipping, chain);
            isSkipping = thread.cutter().isSkipping();
            open.consume(buffer, used, filled);
            offset += used;
            if (!chain.isFull() && (filled < buffer.length || isTooLong(found))) {
                end(thread, used, filled, open.damage());
            } else if (!found.name().compressed()) {
                closeInput();
            }
        } catch (IOException e) {
            chain.lost().one(LogInput.isDamage(e) ? Reason.GZIP_DAMAGED : Reason.FILE_UNREADABLE);
            nextFile();
        }
    }

    private boolean isTooLong(FoundFile found) {
        if (!found.name().compressed() || offset < InspectorLimits.GZIP_BYTES_MAX) {
            return false;
        }
        chain.lost().one(Reason.GZIP_TOO_LONG);
        return true;
    }

    private void end(ReadingThread thread, int used, int filled, @Nullable IOException damage) {
        if (damage != null) {
            chain.lost().one(Reason.GZIP_DAMAGED);
        }
        boolean isUnfinished = used < filled && !isSkipping;
        if (isUnfinished && !thread.parser().unfinished(thread.buffer(), used, filled, chain)) {
            chain.damagedLine(Reason.CUT_LINE);
        } else if (chain.pretty() != null) {
            chain.damagedLine(Reason.CUT_LINE);
        }
        chain.pretty(null);
        nextFile();
    }

    private void nextFile() {
        closeInput();
        file++;
        offset = 0;
        isSkipping = false;
        if (file == files.size()) {
            chain.leave();
        }
    }

    private LogInput open(FoundFile found) throws IOException {
        LogInput open = input;
        if (open == null) {
            open = LogInput.open(found, offset);
            input = open;
        }
        return open;
    }

    private void closeInput() {
        LogInput open = input;
        if (open != null) {
            open.close();
        }
        input = null;
    }
}
