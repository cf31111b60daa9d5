// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.identity.CommunicatorFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The communicators of a process, live and closed. The table is copied before and after everything that refers to its
/// rows: only a row that kept its serial in between counts in a reading.
final class CommunicatorTable {
    private final Section section;
    private final Map<Integer, CommunicatorFacts> facts = new HashMap<>();
    private final long[] busyNanos;
    private final boolean[] closed;

    CommunicatorTable(Section section) {
        this.section = section;
        this.busyNanos = new long[section.capacity()];
        this.closed = new boolean[section.capacity()];
    }

    /// Copies identities and counters.
    void read(FileCopier file) throws IOException, DamagedFileException {
        file.forEach(section, section.capacity(), this::readRow);
    }

    private void readRow(CopyBuffer buffer, int at, int row) throws DamagedFileException {
        int state = buffer.int32(at + ShmLayout.Communicator.STATE);
        switch (state) {
            case ShmLayout.COMMUNICATOR_FREE -> facts.remove(row);
            case ShmLayout.COMMUNICATOR_LIVE, ShmLayout.COMMUNICATOR_CLOSED ->
                readUsedRow(buffer, at, row, state == ShmLayout.COMMUNICATOR_CLOSED);
            default -> throw new DamagedFileException(ShmDamage.VALUE, "communicator state " + state);
        }
    }

    private void readUsedRow(CopyBuffer buffer, int at, int row, boolean isClosed) throws DamagedFileException {
        CommunicatorFacts known = facts.get(row);
        if (known == null || known.serial() != buffer.int32(at + ShmLayout.Communicator.SERIAL)) {
            facts.put(row, CommunicatorRow.of(buffer, at, row));
            busyNanos[row] = 0;
        }
        long busy = buffer.int64(at + ShmLayout.Communicator.BUSY_NANOS);
        if (busy < 0) {
            throw new DamagedFileException(ShmDamage.VALUE, "busy time of communicator row " + row);
        }
        busyNanos[row] = Math.max(busyNanos[row], busy);
        closed[row] = isClosed;
    }

    /// Copies again and forgets the rows that were freed or got another communicator since {@link #read}.
    void confirm(FileCopier file) throws IOException, DamagedFileException {
        file.forEach(section, section.capacity(), this::confirmRow);
    }

    private void confirmRow(CopyBuffer buffer, int at, int row) {
        CommunicatorFacts known = facts.get(row);
        boolean same = known != null
                && known.serial() == buffer.int32(at + ShmLayout.Communicator.SERIAL)
                && buffer.int32(at + ShmLayout.Communicator.STATE) != ShmLayout.COMMUNICATOR_FREE;
        if (!same) {
            facts.remove(row);
        }
    }

    /// The communicator that has a row now; absent also where no such row exists.
    Optional<CommunicatorFacts> at(int row) {
        return Optional.ofNullable(facts.get(row));
    }

    /// Whether a row belongs to the communicator of that serial.
    boolean owns(int row, int serial) {
        CommunicatorFacts known = facts.get(row);
        return known != null && known.serial() == serial;
    }

    /// All communicators, by row.
    List<CommunicatorFacts> all() {
        List<CommunicatorFacts> rows = new ArrayList<>(facts.size());
        for (int row = 0; row < busyNanos.length; row++) {
            at(row).ifPresent(rows::add);
        }
        return rows;
    }

    long busyNanos(int row) {
        return busyNanos[row];
    }

    boolean isClosed(int row) {
        return closed[row];
    }
}
