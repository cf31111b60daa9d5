// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ShmDamage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/// The one buffer into which everything of every file is copied before it is looked at. Readers of one thread share it.
///
/// Offsets of the accessors count from the start of what was copied last. The kernel copies aligned words whole and
/// upwards, which {@link OperationRing} relies on within a record; what must otherwise be newer than something else is
/// copied by a later call.
public final class CopyBuffer {
    /// Longest copy at once; tables are read in pieces of this.
    static final int BYTES_MAX = 128 * 1024;

    private static final char UNPRINTABLE = '\uFFFD';

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES_MAX).order(ByteOrder.LITTLE_ENDIAN);
    private final long[] words = new long[BYTES_MAX / Long.BYTES];

    /// An empty buffer of 128 KB outside the heap, and the same in words inside it.
    public CopyBuffer() {}

    /// How many entries of that size fit into one copy.
    static int entriesMax(int entryBytes) {
        return BYTES_MAX / entryBytes;
    }

    /// Copies `length` bytes from `offset` of the file.
    void copy(FileChannel file, long offset, int length) throws IOException, DamagedFileException {
        bytes.clear().limit(length);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, offset + bytes.position()) < 0) {
                throw new DamagedFileException(ShmDamage.SHRANK, "ends at byte " + (offset + bytes.position()));
            }
        }
    }

    /// Copies, and gives what was copied as words. They are good until the next copy.
    long[] copyWords(FileChannel file, long offset, int length) throws IOException, DamagedFileException {
        copy(file, offset, length);
        bytes.flip().asLongBuffer().get(words, 0, length / Long.BYTES);
        return words;
    }

    int unsignedByte(int at) {
        return Byte.toUnsignedInt(bytes.get(at));
    }

    int unsignedShort(int at) {
        return Short.toUnsignedInt(bytes.getShort(at));
    }

    int int32(int at) {
        return bytes.getInt(at);
    }

    long unsignedInt(int at) {
        return Integer.toUnsignedLong(bytes.getInt(at));
    }

    long int64(int at) {
        return bytes.getLong(at);
    }

    /// A text that must end with NUL within `limit` bytes. What is not UTF-8 (a name that was cut inside a character)
    /// or not printable is replaced, since texts become label values.
    String text(int at, int limit) throws DamagedFileException {
        return textOf(at, lengthOfText(at, limit));
    }

    /// Bytes before the NUL that must come within `limit`.
    int lengthOfText(int at, int limit) throws DamagedFileException {
        for (int length = 0; length < limit; length++) {
            if (bytes.get(at + length) == 0) {
                return length;
            }
        }
        throw new DamagedFileException(ShmDamage.TEXT, "no NUL within " + limit + " bytes");
    }

    /// A text of known length.
    String textOf(int at, int length) {
        byte[] copy = new byte[length];
        bytes.get(at, copy);
        return printable(new String(copy, StandardCharsets.UTF_8));
    }

    private static String printable(String text) {
        if (text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        text.chars().forEach(c -> clean.append(Character.isISOControl(c) ? UNPRINTABLE : (char) c));
        return clean.toString();
    }
}
