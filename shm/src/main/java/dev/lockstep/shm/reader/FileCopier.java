// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.reader.SectionTable.Section;
import java.io.IOException;
import java.nio.channels.FileChannel;

/// An open file and the buffer into which its pieces are copied. What a call gives is good until the next call.
record FileCopier(FileChannel channel, CopyBuffer buffer) {
    /// Copies `length` bytes from `offset`.
    CopyBuffer copy(long offset, int length) throws IOException, DamagedFileException {
        buffer.copy(channel, offset, length);
        return buffer;
    }

    /// Copies `count` entries from entry `first` on.
    CopyBuffer copy(Section section, int first, int count) throws IOException, DamagedFileException {
        return copy(section.offsetOf(first), count * section.entryBytes());
    }

    /// Copies entries, and gives them as words.
    long[] copyWords(Section section, int first, int count) throws IOException, DamagedFileException {
        return copy(section, first, count).words();
    }

    /// What is done with one entry: `at` is its place in the buffer.
    interface EntryVisitor {
        void visit(CopyBuffer buffer, int at, int index) throws DamagedFileException;
    }

    /// Copies the first `limit` entries piece by piece and visits each.
    void forEach(Section section, int limit, EntryVisitor visitor) throws IOException, DamagedFileException {
        int atOnce = section.entriesACopy();
        for (int first = 0; first < limit; first += atOnce) {
            int count = Math.min(atOnce, limit - first);
            copy(section, first, count);
            for (int i = 0; i < count; i++) {
                visitor.visit(buffer, i * section.entryBytes(), first + i);
            }
        }
    }
}
