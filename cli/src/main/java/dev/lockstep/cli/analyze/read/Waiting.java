// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.core.analysis.duration.OperationTable;
import dev.lockstep.core.analysis.duration.OperationTable.Put;
import org.jspecify.annotations.Nullable;

/// An operation that was read and is too far ahead of its peers to be put into its table.
final class Waiting {
    private static final int TRIES_MAX = 8;

    private final OperationTable.Detail detail = new OperationTable.Detail();
    private @Nullable Seat seat;
    private long number;
    private int micros;
    private int tries;

    boolean isThere() {
        return seat != null;
    }

    /// What the operation has beside its time.
    OperationTable.Detail detail() {
        return detail;
    }

    void keep(Seat ahead, long itsNumber, int itsMicros) {
        seat = ahead;
        tries = 0;
        number = itsNumber;
        micros = itsMicros;
    }

    /// Tries again; true if nothing waits any more.
    boolean retry() {
        tries++;
        if (seat != null && seat.table().put(seat.rank(), number, micros, detail) != Put.TOO_FAR) {
            seat = null;
        }
        return seat == null;
    }

    /// Makes room for it, at the cost of those that are behind, if it has waited for long.
    void makeRoomIfStuck() {
        if (seat != null && tries > TRIES_MAX) {
            seat.table().makeRoomFor(number);
        }
    }
}
