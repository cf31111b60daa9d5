// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ShmLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Writes lies into a file.
final class FilePatch {
    private final Path file;

    FilePatch(Path file) {
        this.file = file;
    }

    void int32(long offset, int value) {
        write(
                offset,
                ByteBuffer.allocate(Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(0, value));
    }

    void int64(long offset, long value) {
        write(
                offset,
                ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value));
    }

    void fill(long offset, int bytes, char with) {
        write(offset, ByteBuffer.wrap(String.valueOf(with).repeat(bytes).getBytes(StandardCharsets.US_ASCII)));
    }

    private void write(long offset, ByteBuffer bytes) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(bytes, offset);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void truncate(long bytes) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Where the row of a section lies in the section table.
    static long sectionRow(int kind) {
        return ShmLayout.Header.SECTIONS + (long) (kind - ShmLayout.SECTION_COUNTERS) * ShmLayout.Section.SIZE;
    }

    /// Where entry `index` of a section lies.
    long entry(int kind, int index) {
        return read(sectionRow(kind) + ShmLayout.Section.OFFSET) + index * (read(sectionRow(kind)) >>> Integer.SIZE);
    }

    private long read(long offset) {
        ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.read(word, offset);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return word.getLong(0);
    }
}
