// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// The bytes of a log from an offset on, compressed or not. Links are not followed.
public abstract class LogInput implements AutoCloseable {
    private static final int INFLATE_BYTES = 16 * 1024;

    /// Fills `buffer` from its begin and returns how many bytes lie in it; fewer than its length means that the end is
    /// reached.
    public abstract int fill(byte[] buffer) throws IOException;

    /// The next {@link #fill} begins behind the first `bytes` of what the last one gave, of which there were `filled`.
    public abstract void consume(byte[] buffer, int bytes, int filled);

    /// Why what lies behind the last {@link #fill} cannot be read; null if nothing is wrong.
    public @Nullable IOException damage() {
        return null;
    }

    @Override
    public abstract void close();

    private LogInput() {}

    /// Opens a log at an offset of its uncompressed bytes.
    public static LogInput open(FoundFile file, long offset) throws IOException {
        FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        return file.name().compressed() ? new Compressed(channel, offset) : new Plain(channel, offset);
    }

    private static void closeQuietly(AutoCloseable open) {
        try {
            open.close();
        } catch (Exception e) {
            // A file that was only read has nothing to lose when its closing fails.
        }
    }

    private static final class Plain extends LogInput {
        private final FileChannel channel;
        private long offset;

        Plain(FileChannel channel, long offset) {
            this.channel = channel;
            this.offset = offset;
        }

        @Override
        public int fill(byte[] buffer) throws IOException {
            ByteBuffer target = ByteBuffer.wrap(buffer);
            while (target.hasRemaining() && channel.read(target, offset + target.position()) > 0) {
                // Reads go on until the buffer is full or the file ends.
            }
            return target.position();
        }

        @Override
        public void consume(byte[] buffer, int bytes, int filled) {
            offset += bytes;
        }

        @Override
        public void close() {
            closeQuietly(channel);
        }
    }

    private static final class Compressed extends LogInput {
        private final FileChannel channel;
        private final InputStream stream;
        private byte[] rest = new byte[0];
        private @Nullable IOException damage;

        Compressed(FileChannel channel, long offset) throws IOException {
            this.channel = channel;
            try {
                this.stream = new GZIPInputStream(Channels.newInputStream(channel), INFLATE_BYTES);
                stream.skipNBytes(offset);
            } catch (IOException e) {
                closeQuietly(channel);
                throw e;
            }
        }

        @Override
        public int fill(byte[] buffer) throws IOException {
            System.arraycopy(rest, 0, buffer, 0, rest.length);
            int filled = rest.length;
            try {
                int more = stream.read(buffer, filled, buffer.length - filled);
                while (more > 0) {
                    filled += more;
                    more = stream.read(buffer, filled, buffer.length - filled);
                }
            } catch (IOException e) {
                // What came before the damage is whole, as every block has its own end.
                damage = e;
            }
            return filled;
        }

        @Override
        public @Nullable IOException damage() {
            return damage;
        }

        @Override
        public void consume(byte[] buffer, int bytes, int filled) {
            rest = Arrays.copyOfRange(buffer, bytes, filled);
        }

        @Override
        public void close() {
            closeQuietly(stream);
            closeQuietly(channel);
        }
    }

    /// Whether a compressed file is damaged or incomplete, as far as the exception tells.
    public static boolean isDamage(IOException e) {
        return e instanceof EOFException || e instanceof ZipException;
    }
}
