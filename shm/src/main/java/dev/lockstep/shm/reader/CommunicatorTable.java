// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.identity.CommunicatorFacts;
import dev.lockstep.shm.reader.SectionTable.Section;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;

/// The communicators of a process, live and closed. The table is copied before and after everything that refers
/// to its rows: only a row that kept its serial in between counts in a reading.
final class CommunicatorTable {
    private static final int NOBODY = 0;

    private final Section section;
    private final TreeMap<Integer, CommunicatorFacts> facts = new TreeMap<>();
    private final int[] serials;
    private final long[] busyNanos;
    private final long[] lastDone;
    private final long[] enqueued;
    private final long[] done;
    private final boolean[] closed;
    private List<CommunicatorFacts> all = List.of();
    private long changes = 1;

    CommunicatorTable(Section section) {
        this.section = section;
        this.serials = new int[section.capacity()];
        this.busyNanos = new long[section.capacity()];
        this.lastDone = new long[section.capacity()];
        this.enqueued = new long[section.capacity()];
        this.done = new long[section.capacity()];
        this.closed = new boolean[section.capacity()];
    }

    /// Copies identities and counters.
    void read(FileCopier file) throws IOException, DamagedFileException {
        file.forEach(section, section.capacity(), this::readRow);
    }

    private void readRow(CopyBuffer buffer, int at, int row) throws DamagedFileException {
        int state = buffer.int32(at + ShmLayout.Communicator.STATE);
        switch (state) {
            case ShmLayout.COMMUNICATOR_FREE -> forget(row);
            case ShmLayout.COMMUNICATOR_LIVE, ShmLayout.COMMUNICATOR_CLOSED -> readUsedRow(buffer, at, row);
            default -> throw new DamagedFileException(ShmDamage.VALUE, "communicator state " + state);
        }
    }

    private void readUsedRow(CopyBuffer buffer, int at, int row) throws DamagedFileException {
        int serial = buffer.int32(at + ShmLayout.Communicator.SERIAL);
        if (serial == NOBODY) {
            throw new DamagedFileException(ShmDamage.VALUE, "serial of communicator row " + row);
        }
        if (serials[row] != serial) {
            facts.put(row, Row.of(buffer, at, row));
            noteChange();
            serials[row] = serial;
            busyNanos[row] = 0;
        }
        long busy = buffer.int64(at + ShmLayout.Communicator.BUSY_NANOS);
        if (busy < 0) {
            throw new DamagedFileException(ShmDamage.VALUE, "busy time of communicator row " + row);
        }
        busyNanos[row] = Math.max(busyNanos[row], busy);
        lastDone[row] = buffer.int64(at + ShmLayout.Communicator.LAST_DONE_ORDINAL);
        enqueued[row] = buffer.int64(at + ShmLayout.Communicator.OPERATIONS_ENQUEUED);
        done[row] = buffer.int64(at + ShmLayout.Communicator.OPERATIONS_DONE);
        closed[row] = buffer.int32(at + ShmLayout.Communicator.STATE) == ShmLayout.COMMUNICATOR_CLOSED;
    }

    private void forget(int row) {
        if (serials[row] != NOBODY) {
            serials[row] = NOBODY;
            facts.remove(row);
            noteChange();
        }
    }

    private void noteChange() {
        all = List.copyOf(facts.values());
        changes++;
    }

    /// Grows whenever a communicator comes or goes.
    long changes() {
        return changes;
    }

    /// Copies again and forgets the rows that were freed or got another communicator since {@link #read}.
    void confirm(FileCopier file) throws IOException, DamagedFileException {
        int used = facts.isEmpty() ? 0 : facts.lastKey() + 1;
        file.forEach(section, used, this::confirmRow);
    }

    private void confirmRow(CopyBuffer buffer, int at, int row) {
        boolean same = serials[row] == buffer.int32(at + ShmLayout.Communicator.SERIAL)
                && buffer.int32(at + ShmLayout.Communicator.STATE) != ShmLayout.COMMUNICATOR_FREE;
        if (!same) {
            forget(row);
        }
    }

    /// The communicator that has a row now; absent also where no such row exists.
    Optional<CommunicatorFacts> at(int row) {
        return Optional.ofNullable(facts.get(row));
    }

    /// Whether a row belongs to the communicator of that serial.
    boolean owns(int row, int serial) {
        return row < serials.length && serial != NOBODY && serials[row] == serial;
    }

    /// All communicators, by row.
    List<CommunicatorFacts> all() {
        return all;
    }

    long busyNanos(int row) {
        return busyNanos[row];
    }

    /// The ordinal of the latest operation that a row's communicator had done when it was last copied.
    long lastDoneOrdinal(int row) {
        return lastDone[row];
    }

    /// The ordinal of the latest operation that a row's communicator had enqueued; absent before the first.
    OptionalLong lastEnqueued(int row) {
        return enqueued[row] > 0 ? OptionalLong.of(enqueued[row] - 1) : OptionalLong.empty();
    }

    /// The ordinal of the latest operation that a row's communicator had done; absent before the first.
    OptionalLong lastFinished(int row) {
        return done[row] > 0 && lastDone[row] >= 0 ? OptionalLong.of(lastDone[row]) : OptionalLong.empty();
    }

    boolean isClosed(int row) {
        return closed[row];
    }

    /// Takes the identity of a communicator out of its copied row.
    private static final class Row {
        private static final String PCI_BUS_ID = "[0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-9a-fA-F]";

        private Row() {}

        static CommunicatorFacts of(CopyBuffer buffer, int at, int row) throws DamagedFileException {
            Optional<String> pciBusId = pciBusId(buffer, at);
            int ordinal = buffer.int32(at + ShmLayout.Communicator.CUDA_DEVICE);
            return new CommunicatorFacts(
                    row,
                    buffer.int32(at + ShmLayout.Communicator.SERIAL),
                    HexFormat.of().toHexDigits(buffer.int64(at + ShmLayout.Communicator.HASH)),
                    buffer.int32(at + ShmLayout.Communicator.HASH_ORDINAL),
                    buffer.text(at + ShmLayout.Communicator.NAME, ShmLayout.Communicator.NAME_BYTES),
                    presentFrom(0, buffer.int32(at + ShmLayout.Communicator.COMM_RANK)),
                    presentFrom(1, buffer.int32(at + ShmLayout.Communicator.NRANKS)),
                    presentFrom(1, buffer.int32(at + ShmLayout.Communicator.NNODES)),
                    pciBusId,
                    uuid(buffer, at + ShmLayout.Communicator.DEVICE_UUID),
                    pciBusId.orElse(ordinal < 0 ? "" : "cuda " + ordinal),
                    buffer.int64(at + ShmLayout.Communicator.CREATED_MONOTONIC_NANOS));
        }

        private static Optional<String> pciBusId(CopyBuffer buffer, int at) throws DamagedFileException {
            String text = buffer.text(at + ShmLayout.Communicator.PCI_BUS_ID, ShmLayout.Communicator.PCI_BUS_ID_BYTES);
            if (text.isEmpty()) {
                return Optional.empty();
            }
            if (!text.matches(PCI_BUS_ID)) {
                throw new DamagedFileException(ShmDamage.VALUE, "PCI bus id");
            }
            return Optional.of(text);
        }

        private static Optional<String> uuid(CopyBuffer buffer, int at) {
            long high = Long.reverseBytes(buffer.int64(at));
            long low = Long.reverseBytes(buffer.int64(at + Long.BYTES));
            return high == 0 && low == 0 ? Optional.empty() : Optional.of("GPU-" + new UUID(high, low));
        }

        private static OptionalInt presentFrom(int least, int value) {
            return value >= least ? OptionalInt.of(value) : OptionalInt.empty();
        }
    }
}
