// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.shm.ShmLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A shared-memory file that begins as a whole one and then lies: about its sizes, its tables and their overlaps, in
/// names that do not end, in keys, cells, slots and the ring, by shrinking and growing. It knows the layout, so that
/// most lies get past the first check. Its lock says that its process lives.
final class LyingFile implements AutoCloseable {
    private static final long[] TELLING = {
        0,
        1,
        2,
        7,
        63,
        64,
        65,
        255,
        256,
        4095,
        4096,
        65_535,
        1 << 20,
        Integer.MAX_VALUE,
        0xffff_ffffL,
        1L << 32,
        1L << 53,
        1L << 62,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -8
    };
    private static final int GIANT_BYTES = 64 << 20;

    private final FileChannel channel;
    private final byte[] whole;
    private final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private @Nullable FileLock lock;

    LyingFile(Path path, byte[] whole) throws IOException {
        this.whole = whole.clone();
        this.channel = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        live();
        tellTheTruth();
    }

    /// Whole again, and alive.
    void live() throws IOException {
        if (lock == null) {
            lock = channel.lock();
        }
    }

    void die() throws IOException {
        if (lock != null) {
            lock.release();
            lock = null;
        }
    }

    void tellTheTruth() throws IOException {
        channel.truncate(whole.length);
        channel.write(ByteBuffer.wrap(whole), 0);
    }

    /// Tells up to four lies.
    void lie(SplittableRandom random) throws IOException {
        for (int lies = random.nextInt(1, 5); lies > 0; lies--) {
            switch (random.nextInt(12)) {
                case 0 -> field(random, 0, ShmLayout.Header.SECTIONS);
                case 1, 2 -> field(random, ShmLayout.Header.SECTIONS, 9 * ShmLayout.Section.SIZE);
                case 3 -> swapSections(random);
                case 4 -> text(random);
                case 5 -> channel.truncate(random.nextInt(whole.length));
                case 6 -> channel.write(ByteBuffer.wrap(new byte[1]), whole.length + random.nextInt(GIANT_BYTES));
                case 7 -> giant(random);
                default -> entry(random);
            }
        }
    }

    /// One field of a stretch, of four bytes or eight.
    private void field(SplittableRandom random, long from, int bytes) throws IOException {
        if (random.nextBoolean()) {
            int32(from + 4L * random.nextInt(bytes / 4), (int) telling(random));
        } else {
            int64(from + 8L * random.nextInt(bytes / 8), telling(random));
        }
    }

    /// A field of an entry of some table: tables are of very different length and are drawn alike.
    private void entry(SplittableRandom random) throws IOException {
        int kind = random.nextInt(ShmLayout.SECTION_COUNTERS, ShmLayout.SECTION_CHANNELS + 1);
        long offset = original(row(kind) + ShmLayout.Section.OFFSET);
        int entryBytes = (int) (original(row(kind)) >>> Integer.SIZE);
        int capacity = (int) original(row(kind) + ShmLayout.Section.CAPACITY);
        field(random, offset + (long) entryBytes * random.nextInt(Math.min(capacity, 16)), entryBytes);
    }

    private void swapSections(SplittableRandom random) throws IOException {
        int left = random.nextInt(1, 10);
        int right = random.nextInt(1, 10);
        int64(row(left) + ShmLayout.Section.OFFSET, original(row(right) + ShmLayout.Section.OFFSET));
        int64(row(right) + ShmLayout.Section.OFFSET, original(row(left) + ShmLayout.Section.OFFSET));
    }

    /// Bytes without a NUL, and no UTF-8, where a text is.
    private void text(SplittableRandom random) throws IOException {
        long names = original(row(ShmLayout.SECTION_NAMES) + ShmLayout.Section.OFFSET);
        long communicators = original(row(ShmLayout.SECTION_COMMUNICATORS) + ShmLayout.Section.OFFSET);
        long[] texts = {
            ShmLayout.Header.HOST,
            ShmLayout.Header.ENVIRONMENT,
            names + ShmLayout.Name.SIZE + ShmLayout.Name.TEXT,
            communicators + ShmLayout.Communicator.SIZE + ShmLayout.Communicator.NAME,
            communicators + ShmLayout.Communicator.SIZE + ShmLayout.Communicator.PCI_BUS_ID
        };
        byte[] bytes = new byte[random.nextInt(1, 80)];
        random.nextBytes(bytes);
        channel.write(ByteBuffer.wrap(bytes), texts[random.nextInt(texts.length)]);
    }

    /// As large as a file may be, with a table as long as it may be.
    private void giant(SplittableRandom random) throws IOException {
        channel.write(ByteBuffer.wrap(new byte[1]), GIANT_BYTES - 1L);
        int64(ShmLayout.Header.FILE_BYTES, GIANT_BYTES);
        int kind = random.nextInt(1, 10);
        int64(row(kind) + ShmLayout.Section.OFFSET, 1 << 20);
        int[] capacities = {512, 1024, 16 * 1024, 64 * 1024, 256 * 1024};
        int32(row(kind) + ShmLayout.Section.CAPACITY, capacities[random.nextInt(capacities.length)]);
        int64(original(row(ShmLayout.SECTION_RING_HEAD) + ShmLayout.Section.OFFSET), 1L << random.nextInt(63));
    }

    private static long row(int kind) {
        return ShmLayout.Header.SECTIONS + (long) (kind - ShmLayout.SECTION_COUNTERS) * ShmLayout.Section.SIZE;
    }

    private long original(long offset) {
        return ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getLong((int) offset);
    }

    private void int64(long offset, long value) throws IOException {
        channel.write(word.clear().putLong(value).flip(), offset);
    }

    private void int32(long offset, int value) throws IOException {
        channel.write(word.clear().putInt(value).flip(), offset);
    }

    private static long telling(SplittableRandom random) {
        return random.nextInt(4) == 0 ? random.nextLong() : TELLING[random.nextInt(TELLING.length)];
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
