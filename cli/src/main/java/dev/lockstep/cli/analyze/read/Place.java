// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.core.analysis.duration.OperationTable;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.model.NcclFunction;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the operations of one header go: a rank of a communicator.
final class Place {
    private final StudiedCommunicator communicator;
    private final int rank;
    private final String rawId;
    private final Map<NcclFunction, Seat> seats = new EnumMap<>(NcclFunction.class);

    Place(StudiedCommunicator communicator, int rank, String rawId) {
        this.communicator = communicator;
        this.rank = rank;
        this.rawId = rawId;
    }

    StudiedCommunicator communicator() {
        return communicator;
    }

    int rank() {
        return rank;
    }

    /// The id as the header wrote it.
    String rawId() {
        return rawId;
    }

    boolean isOf(@Nullable String id, long ofRank) {
        return rank == ofRank && rawId.equals(id);
    }

    /// The rank's row in a function's table; null if the table has no room.
    @Nullable
    Seat seat(NcclFunction function) {
        Seat known = seats.get(function);
        if (known == null) {
            OperationTable table = communicator.table(function);
            if (table == null) {
                return null;
            }
            known = new Seat(table, rank);
            seats.put(function, known);
        }
        return known;
    }

    /// Whether the rank is so far ahead of its peers that it should wait for them.
    boolean isAhead() {
        for (Seat seat : seats.values()) {
            if (seat.table().isAhead(rank)) {
                return true;
            }
        }
        return false;
    }

    /// Nothing comes any more.
    void leave() {
        communicator.leave(rank);
    }
}
