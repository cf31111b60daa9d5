// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import dev.lockstep.agent.inspector.count.LogContext;
import dev.lockstep.agent.inspector.file.FoundFile;
import dev.lockstep.agent.inspector.file.LogInput;
import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One followed log: where it lies, how far it is read, and how its content begins, so that it is known again under
/// another name. All offsets count uncompressed bytes.
final class LogFile {
    /// Bytes of the begin that are remembered.
    static final int HEAD_MAX = 1024;

    /// A shorter begin is no proof that two files are the same.
    private static final int HEAD_MIN = 256;

    private FoundFile found;
    private LogContext context;
    private byte[] head = new byte[0];
    private long offset;
    private boolean skipping;
    private boolean atEnd;
    private int unfinishedBytes;
    private boolean present = true;
    private boolean ended;
    private long changedMillis;
    private long goneSinceMillis;
    private @Nullable Reason failure;
    private @Nullable LogInput input;

    LogFile(FoundFile found, LogContext context, long nowMillis) {
        this.found = found;
        this.context = context;
        this.changedMillis = nowMillis;
    }

    FoundFile found() {
        return found;
    }

    LogContext context() {
        return context;
    }

    /// The file as it was found now; anything new in it will be read.
    void found(FoundFile now, long nowMillis) {
        boolean changed = !now.isUnchangedFrom(found);
        found = now;
        present = true;
        if (changed) {
            atEnd = false;
            changedMillis = nowMillis;
        }
    }

    /// When a change was seen last, the first sight of the file included.
    long changedMillis() {
        return changedMillis;
    }

    /// The content is another one, or is read once more.
    void restart(LogContext fresh, long nowMillis) {
        context = fresh;
        head = new byte[0];
        atEnd = false;
        ended = false;
        changedMillis = nowMillis;
        rewindTo(0);
    }

    /// What the file told is no longer shown: it has not changed for long.
    void end(LogContext empty) {
        context = empty;
        ended = true;
        unfinishedBytes = 0;
        close();
    }

    boolean isEnded() {
        return ended;
    }

    void rewindTo(long position) {
        offset = position;
        skipping = false;
        unfinishedBytes = 0;
    }

    void gone(long nowMillis) {
        if (present) {
            present = false;
            goneSinceMillis = nowMillis;
        }
    }

    boolean isPresent() {
        return present;
    }

    long goneSinceMillis() {
        return goneSinceMillis;
    }

    long offset() {
        return offset;
    }

    boolean isSkipping() {
        return skipping;
    }

    /// Moves on behind `bytes` that were used up; if `skip`, the rest of the line is to be skipped.
    void advance(int bytes, boolean skip) {
        offset += bytes;
        skipping = skip;
    }

    boolean isAtEnd() {
        return atEnd;
    }

    void atEnd(int unfinished) {
        atEnd = true;
        unfinishedBytes = unfinished;
    }

    /// Bytes behind the last line feed.
    int unfinishedBytes() {
        return unfinishedBytes;
    }

    boolean isQuiet(long nowMillis) {
        return atEnd && nowMillis - found.modifiedMillis() >= InspectorLimits.QUIET_AFTER.toMillis();
    }

    @Nullable
    Reason failure() {
        return failure;
    }

    void failure(@Nullable Reason reason) {
        failure = reason;
    }

    /// Remembers how the content begins, as far as it is not known yet; `bytes` are its first `length`.
    void learnHead(byte[] bytes, int length) {
        int known = Math.min(length, HEAD_MAX);
        if (known > head.length) {
            head = Arrays.copyOf(bytes, known);
        }
    }

    int headLength() {
        return head.length;
    }

    /// Whether content that begins with the first `length` of `bytes` can be this log's.
    boolean beginsLike(byte[] bytes, int length) {
        return length >= head.length && Arrays.equals(head, 0, head.length, bytes, 0, head.length);
    }

    boolean isRecognisable() {
        return head.length >= HEAD_MIN;
    }

    LogInput open() throws IOException {
        LogInput current = input;
        if (current == null) {
            current = LogInput.open(found, offset);
            input = current;
        }
        return current;
    }

    void close() {
        if (input != null) {
            input.close();
            input = null;
        }
    }
}
