// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ConnectionsLayout;
import dev.lockstep.shm.PhasesLayout;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Where the tables of a file lie. Read once when a file is attached; nothing in it is believed before it is
/// checked against the file's own size and against the limits here.
record SectionTable(
        Section counters,
        Section names,
        Section communicators,
        Section seriesKeys,
        Section seriesCells,
        Section slots,
        Section ringHead,
        Section ring,
        Section channels,
        Section phases,
        Section connectionKeys,
        Section connectionCells) {
    /// Entries may grow by appended fields in a later minor version, at most to so many times their size.
    static final int ENTRY_GROWTH_MAX = 2;

    /// Counters that are looked at.
    static final int COUNTERS_MAX = 1024;
    /// Names are referred to by eight bits.
    static final int NAMES_MAX = 256;
    /// Communicator rows that one process may have.
    static final int COMMUNICATORS_MAX = 1024;
    /// Series that one process may have: each costs the reader 2 KB.
    static final int SERIES_MAX = 512;
    /// Connections that one process may have.
    static final int CONNECTIONS_MAX = 1024;
    /// Operations that one process may have in flight.
    static final int SLOTS_MAX = 16 * 1024;
    /// Records of the ring.
    static final int RING_MAX = 256 * 1024;

    /// Takes the table out of a copied header whose sizes were checked.
    static SectionTable of(CopyBuffer header, int count, int rowBytes, long fileBytes) throws DamagedFileException {
        Builder rows = new Builder(header, count, rowBytes, fileBytes);
        SectionTable table = new SectionTable(
                rows.find(ShmLayout.SECTION_COUNTERS, Long.BYTES, COUNTERS_MAX),
                rows.find(ShmLayout.SECTION_NAMES, ShmLayout.Name.SIZE, NAMES_MAX),
                rows.find(ShmLayout.SECTION_COMMUNICATORS, ShmLayout.Communicator.SIZE, COMMUNICATORS_MAX),
                rows.find(ShmLayout.SECTION_SERIES_KEYS, ShmLayout.SeriesKey.SIZE, SERIES_MAX),
                rows.find(ShmLayout.SECTION_SERIES_CELLS, ShmLayout.SeriesCell.SIZE, SERIES_MAX),
                rows.find(ShmLayout.SECTION_SLOTS, ShmLayout.Slot.SIZE, SLOTS_MAX),
                rows.find(ShmLayout.SECTION_RING_HEAD, ShmLayout.RingHead.SIZE, 1),
                rows.find(ShmLayout.SECTION_RING, ShmLayout.RingRecord.SIZE, RING_MAX),
                rows.find(
                        ShmLayout.SECTION_CHANNELS,
                        ShmLayout.Channel.SIZE,
                        COMMUNICATORS_MAX * ShmLayout.CHANNELS_PER_COMMUNICATOR),
                rows.findIfThere(ShmLayout.SECTION_PHASES, PhasesLayout.SIZE, SERIES_MAX),
                rows.findIfThere(ShmLayout.SECTION_CONNECTION_KEYS, ConnectionsLayout.Key.SIZE, CONNECTIONS_MAX),
                rows.findIfThere(ShmLayout.SECTION_CONNECTION_CELLS, ConnectionsLayout.Cell.SIZE, CONNECTIONS_MAX));
        rows.checkOverlaps();
        table.checkPairs();
        return table;
    }

    private void checkPairs() throws DamagedFileException {
        if (seriesKeys.capacity() != seriesCells.capacity()) {
            throw damaged(seriesKeys.capacity() + " series keys, " + seriesCells.capacity() + " cells");
        }
        if (connectionKeys.capacity() != connectionCells.capacity()) {
            throw damaged(connectionKeys.capacity() + " connections, " + connectionCells.capacity() + " cells");
        }
        if (channels.capacity() < communicators.capacity() * ShmLayout.CHANNELS_PER_COMMUNICATOR) {
            throw damaged(channels.capacity() + " channels for " + communicators.capacity() + " communicators");
        }
    }

    private static DamagedFileException damaged(String detail) {
        return new DamagedFileException(ShmDamage.SECTION_TABLE, detail);
    }

    /// A table of the file, checked: all of its entries lie inside the file.
    record Section(long offset, int capacity, int entryBytes) {
        /// Stands for a table that a file of an older minor version does not have.
        static final Section ABSENT = new Section(0, 0, Long.BYTES);

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

    private static final class Builder {
        private final CopyBuffer header;
        private final int count;
        private final int rowBytes;
        private final long fileBytes;
        private final List<Section> found = new ArrayList<>();

        Builder(CopyBuffer header, int count, int rowBytes, long fileBytes) {
            this.header = header;
            this.count = count;
            this.rowBytes = rowBytes;
            this.fileBytes = fileBytes;
        }

        Section find(int kind, int leastBytes, int capacityMax) throws DamagedFileException {
            int row = rowOf(kind);
            if (row < 0) {
                throw damaged("section " + kind + " is missing");
            }
            return checked(kind, row, leastBytes, capacityMax);
        }

        /// For what an older minor version does not have.
        Section findIfThere(int kind, int leastBytes, int capacityMax) throws DamagedFileException {
            int row = rowOf(kind);
            return row < 0 ? Section.ABSENT : checked(kind, row, leastBytes, capacityMax);
        }

        /// Where the row of a kind lies; -1 if there is none.
        private int rowOf(int kind) throws DamagedFileException {
            int row = -1;
            for (int i = 0; i < count; i++) {
                int at = ShmLayout.Header.SECTIONS + i * rowBytes;
                if (header.int32(at + ShmLayout.Section.KIND) != kind) {
                    continue;
                }
                if (row >= 0) {
                    throw damaged("section " + kind + " twice");
                }
                row = at;
            }
            return row;
        }

        private Section checked(int kind, int row, int leastBytes, int capacityMax) throws DamagedFileException {
            int entryBytes = header.int32(row + ShmLayout.Section.ENTRY_BYTES);
            int capacity = header.int32(row + ShmLayout.Section.CAPACITY);
            long offset = header.int64(row + ShmLayout.Section.OFFSET);
            if (entryBytes < leastBytes || entryBytes > ENTRY_GROWTH_MAX * leastBytes || entryBytes % Long.BYTES != 0) {
                throw damaged("section " + kind + " has entries of " + entryBytes + " bytes");
            }
            if (capacity < 1 || capacity > capacityMax) {
                throw damaged("section " + kind + " has " + Integer.toUnsignedString(capacity) + " entries");
            }
            boolean inside = offset >= ShmLayout.Header.SIZE
                    && offset % Long.BYTES == 0
                    && offset <= fileBytes - (long) capacity * entryBytes;
            if (!inside) {
                throw damaged("section " + kind + " lies outside the file");
            }
            Section section = new Section(offset, capacity, entryBytes);
            found.add(section);
            return section;
        }

        void checkOverlaps() throws DamagedFileException {
            found.sort(Comparator.comparingLong(Section::offset));
            for (int i = 1; i < found.size(); i++) {
                if (found.get(i).offset() < found.get(i - 1).end()) {
                    throw damaged("sections overlap at byte " + found.get(i).offset());
                }
            }
        }
    }
}
