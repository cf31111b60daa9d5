// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.writer;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.core.model.connection.TransferHistogram;
import dev.lockstep.shm.ConnectionsLayout;
import dev.lockstep.shm.ConnectionsLayout.Cell;
import dev.lockstep.shm.ShmLayout;

/// Writes connections as they stand: the plugin adds to them step by step.
final class ConnectionCells {
    private static final int WAITING_BITS = 16;

    private final MappedFile file;

    ConnectionCells(MappedFile file) {
        this.file = file;
    }

    void write(int row, int ownerSerial, ConnectionCounters counters) {
        long packed = packed(row, counters.key());
        int index = 0;
        long key = key(index);
        for (long found = file.getLong(key); found != 0 && found != packed; found = file.getLong(key)) {
            key = key(++index);
        }
        writeCell(file.entry(ShmLayout.SECTION_CONNECTION_CELLS, index), counters);
        file.setInt(key + ConnectionsLayout.Key.OWNER_SERIAL, ownerSerial);
        file.setLong(key + ConnectionsLayout.Key.KEY, packed);
    }

    private static long packed(int row, ConnectionKey key) {
        return ConnectionsLayout.Key.pack(
                row, key.peer().orElseThrow(), key.channel(), key.direction() == Direction.SEND);
    }

    private long key(int index) {
        return file.entry(ShmLayout.SECTION_CONNECTION_KEYS, index);
    }

    private void writeCell(long at, ConnectionCounters counters) {
        long under = counters.standing().operations();
        file.setLong(at + Cell.OPERATIONS, counters.volume().operations());
        file.setLong(at + Cell.OPERATIONS_DONE, counters.volume().operations() - under);
        file.setLong(at + Cell.OUTSTANDING_STEPS, counters.standing().steps());
        file.setLong(at + Cell.WAITING, waiting(counters.standing().waiting()));
        file.setLong(at + Cell.STEPS, counters.volume().steps());
        file.setLong(at + Cell.BYTES, counters.volume().bytes());
        file.setLong(at + Cell.TIMED_STEPS, counters.timedSteps());
        file.setLong(at + Cell.NANOS, counters.nanos().gpu());
        file.setLong(at + Cell.NANOS + Long.BYTES, counters.nanos().peer());
        file.setLong(at + Cell.NANOS + 2 * Long.BYTES, counters.nanos().network());
        file.setLong(at + Cell.NANOS + 3 * Long.BYTES, counters.nanos().flush());
        file.setLong(at + Cell.RESTARTS, counters.volume().restarts());
        file.setLong(at + Cell.NET_EVENTS, counters.network().events());
        file.setLong(at + Cell.NET_BYTES, counters.network().bytes());
        file.setInt(at + Cell.TRANSPORTS, counters.network().transports());
        file.setInt(at + Cell.DEVICES, counters.network().devices());
        for (int bucket = 0; bucket < TransferHistogram.COUNT; bucket++) {
            file.setLong(
                    at + Cell.BUCKET_0 + (long) bucket * Long.BYTES,
                    counters.transfers().countAt(bucket));
        }
    }

    private static long waiting(StepStates steps) {
        return steps.gpu()
                | steps.peer() << WAITING_BITS
                | steps.network() << (2 * WAITING_BITS)
                | steps.flush() << (3 * WAITING_BITS);
    }
}
