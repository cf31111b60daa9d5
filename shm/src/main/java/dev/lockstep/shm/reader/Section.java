// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

/// A table of the file, checked: all of its entries lie inside the file.
record Section(long offset, int capacity, int entryBytes) {
    /// Where entry `index` begins.
    long offsetOf(int index) {
        return offset + (long) index * entryBytes;
    }

    /// Where the section ends.
    long end() {
        return offsetOf(capacity);
    }

    /// How many entries one copy takes.
    int entriesACopy() {
        return CopyBuffer.entriesMax(entryBytes);
    }
}
