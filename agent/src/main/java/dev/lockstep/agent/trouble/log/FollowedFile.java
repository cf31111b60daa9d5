// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.log;

import dev.lockstep.agent.trouble.LineCounts;
import dev.lockstep.agent.trouble.Stretch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One growing file, by whatever name: whole lines only, from the beginning again where it became shorter. One thread.
final class FollowedFile {
    /// What a file grows beyond while it is not read is skipped.
    static final long BACKLOG_MAX = 64L << 20;

    /// A file that did not grow for so long is closed, and opened again when it grows.
    static final Duration OPEN = Duration.ofMinutes(1);

    private final Stretch stretch;
    private Path path;
    private long position;
    private long skipped;
    private boolean isInLine;
    private @Nullable FileChannel channel;
    private Instant grew = Instant.EPOCH;

    /// A file of which what lies before `position` is left alone.
    FollowedFile(Path path, long position, LineCounts counts) {
        this.path = path;
        this.position = position;
        this.stretch = new Stretch(counts);
    }

    /// It goes by that name now.
    void rename(Path name) {
        path = name;
    }

    /// Whether there is something to read where it is so long.
    boolean hasGrown(long size) {
        return size != position;
    }

    boolean isOpen() {
        return channel != null;
    }

    /// Reads on, at most what the bytes have room for, and says how much that was.
    ///
    /// @throws IOException if it cannot be read
    int read(byte[] bytes, Instant now) throws IOException {
        FileChannel open = channel;
        if (open == null) {
            open = FileChannel.open(path, StandardOpenOption.READ);
            channel = open;
            grew = now;
        }
        long size = open.size();
        if (size < position) {
            position = 0;
            isInLine = false;
        }
        if (size - position > BACKLOG_MAX) {
            long last = size - bytes.length;
            skipped += last - position;
            position = last;
            isInLine = true;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining() && open.read(buffer, position + buffer.position()) > 0) {
            // A read may give less than there is.
        }
        return take(bytes, buffer.position(), now);
    }

    /// Up to the last line that is whole; a line that fills the buffer is skipped to its end.
    private int take(byte[] bytes, int length, Instant now) {
        int from = 0;
        int end = length;
        if (isInLine) {
            while (from < end && bytes[from] != '\n') {
                from++;
            }
            isInLine = from == end;
            from += isInLine ? 0 : 1;
            skipped += from;
        }
        while (end > from && bytes[end - 1] != '\n') {
            end--;
        }
        if (end == from && from == 0 && length == bytes.length) {
            isInLine = true;
            skipped += length;
            position += length;
            return length;
        }
        position += end;
        if (end > from) {
            say(bytes, from, end, now);
        }
        return end;
    }

    private void say(byte[] bytes, int from, int end, Instant now) {
        grew = now;
        if (from > 0) {
            System.arraycopy(bytes, from, bytes, 0, end - from);
        }
        stretch.add(path.toString(), bytes, end - from, now);
    }

    /// Ends what is over: a stretch of lines, and the opening of a file that grows no more.
    void rest(Instant now) {
        stretch.rest(now);
        if (Duration.between(grew, now).abs().compareTo(OPEN) >= 0) {
            close();
        }
    }

    /// It is there no more: what it said last counts.
    void end(Instant now) {
        stretch.end(now);
        close();
    }

    /// Bytes that were not read, since the question before.
    long takeSkipped() {
        long bytes = skipped;
        skipped = 0;
        return bytes;
    }

    private void close() {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException _) {
                return; // It is closed either way.
            }
        }
    }
}
