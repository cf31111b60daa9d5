// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ShmDamage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/// The one buffer into which everything of every file is copied before it is looked at. Readers of one thread
/// share it.
///
/// Offsets of the accessors count from the start of what was copied last. The kernel copies aligned words whole
/// and in any order; what must be newer than something else is copied by a later call.
public final class CopyBuffer {
    /// Longest copy at once; tables are read in pieces of this.
    static final int BYTES_MAX = 128 * 1024;

    private static final int WORD_SHIFT = 3;
    private static final int WORD_MASK = 7;
    private static final int BYTE_SHIFT = 3;
    private static final char UNPRINTABLE = '\uFFFD';

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES_MAX).order(ByteOrder.LITTLE_ENDIAN);
    private final LongBuffer bytesAsWords = bytes.asLongBuffer();
    private final long[] words = new long[BYTES_MAX / Long.BYTES];

    /// An empty buffer: 128 KB outside the heap, where the kernel copies to, and the same as words inside it,
    /// where compiled code reads fastest.
    public CopyBuffer() {}

    /// How many entries of that size fit into one copy.
    static int entriesMax(int entryBytes) {
        return BYTES_MAX / entryBytes;
    }

    /// Copies `length` bytes from `offset` of the file. Both are multiples of 8.
    void copy(FileChannel file, long offset, int length) throws IOException, DamagedFileException {
        bytes.clear().limit(length);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, offset + bytes.position()) < 0) {
                throw new DamagedFileException(ShmDamage.SHRANK, "ends at byte " + (offset + bytes.position()));
            }
        }
        bytesAsWords.get(0, words, 0, length / Long.BYTES);
    }

    /// Whether what was copied is nothing but zeros.
    boolean isBlank() {
        for (int i = 0; i < bytes.limit(); i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }

    /// Writes what was copied to `offset` of another file.
    void writeTo(FileChannel file, long offset) throws IOException {
        ByteBuffer copied = bytes.duplicate().flip();
        while (copied.hasRemaining()) {
            file.write(copied, offset + copied.position());
        }
    }

    /// What was copied, as words. They are good until the next copy.
    long[] words() {
        return words;
    }

    int unsignedByte(int at) {
        return (int) (words[at >>> WORD_SHIFT] >>> ((at & WORD_MASK) << BYTE_SHIFT)) & 0xff;
    }

    int unsignedShort(int at) {
        return unsignedByte(at) | unsignedByte(at + 1) << Byte.SIZE;
    }

    int int32(int at) {
        return (int) (words[at >>> WORD_SHIFT] >>> ((at & WORD_MASK) << BYTE_SHIFT));
    }

    long unsignedInt(int at) {
        return Integer.toUnsignedLong(int32(at));
    }

    long int64(int at) {
        return words[at >>> WORD_SHIFT];
    }

    /// A text that must end with NUL within `limit` bytes. What is not UTF-8 (a name that was cut inside a
    /// character) or not printable is replaced, since texts become label values.
    String text(int at, int limit) throws DamagedFileException {
        return textOf(at, lengthOfText(at, limit));
    }

    /// Bytes before the NUL that must come within `limit`.
    int lengthOfText(int at, int limit) throws DamagedFileException {
        for (int length = 0; length < limit; length++) {
            if (unsignedByte(at + length) == 0) {
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
