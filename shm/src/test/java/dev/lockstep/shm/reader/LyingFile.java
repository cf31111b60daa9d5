// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/// A file into which lies are written, and out of which they are taken again.
final class LyingFile implements AutoCloseable {
    private final Path path;
    private final byte[] truth;
    private final FileChannel channel;
    private final Set<Integer> lies = new HashSet<>();

    LyingFile(Path path) throws IOException {
        this.path = path;
        this.truth = Files.readAllBytes(path);
        this.channel = FileChannel.open(path, StandardOpenOption.WRITE);
    }

    Path path() {
        return path;
    }

    int bytes() {
        return truth.length;
    }

    /// Writes the lower `bytes` bytes of a value.
    void lie(int at, int bytes, long value) throws IOException {
        ByteBuffer word =
                ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value);
        channel.write(word.limit(bytes), at);
        lies.add(at);
    }

    void truncate(int bytes) throws IOException {
        channel.truncate(bytes);
    }

    void tellTheTruth() throws IOException {
        if (channel.size() < truth.length) {
            channel.write(ByteBuffer.wrap(truth), 0);
        }
        for (int at : lies) {
            channel.write(ByteBuffer.wrap(truth, at, Math.min(Long.BYTES, truth.length - at)), at);
        }
        lies.clear();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
