// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Who waits for whom in Send and Recv: each for its peer, who must have entered the other half.
final class PeerWaits {
    private final Standstill standstill;

    PeerWaits(Standstill standstill) {
        this.standstill = standstill;
    }

    List<Wait> in(CommunicatorState communicator, List<Seat> row) {
        Map<Integer, Seat> byPlace = new HashMap<>();
        row.forEach(seat -> byPlace.put(seat.member().commRank(), seat));
        List<Wait> waits = new ArrayList<>();
        for (Seat seat : row) {
            List<OperationInFlight> halves = halves(seat);
            if (!halves.isEmpty() && standstill.isStuck(seat)) {
                waits.add(wait(communicator, row, byPlace, seat, halves));
            }
        }
        return waits;
    }

    private static List<OperationInFlight> halves(Seat seat) {
        int own = seat.member().commRank();
        return seat.member().inFlight().stream()
                .filter(operation -> operation.key().function().isPointToPoint())
                .filter(operation -> operation.peer().orElse(own) != own)
                .toList();
    }

    private Wait wait(
            CommunicatorState communicator,
            List<Seat> row,
            Map<Integer, Seat> byPlace,
            Seat seat,
            List<OperationInFlight> halves) {
        Wait wait = Wait.in(communicator, halves.getFirst());
        wait.waiters().add(seat.actor());
        for (OperationInFlight half : halves) {
            int place = half.peer().orElse(-1);
            Seat peer = byPlace.get(place);
            if (peer == null) {
                wait.blame(standstill.unheard(row, communicator, place), Reason.NOT_ENTERED);
            } else {
                wait.blame(peer.actor(), reason(seat, half, peer));
            }
        }
        if (isCut(seat)) {
            row.stream()
                    .filter(other -> other.member().inFlight().isEmpty())
                    .forEach(other -> wait.blame(other.actor(), Reason.NOT_ENTERED));
        }
        return wait;
    }

    /// Only the oldest operations are told; the one that is missing may be among the others.
    private static boolean isCut(Seat seat) {
        return seat.member().progress().inFlight() > seat.member().inFlight().size();
    }

    private static Reason reason(Seat seat, OperationInFlight half, Seat peer) {
        if (peer.actor().isOver()) {
            return Reason.NOT_ENTERED;
        }
        if (peer.member().ended()) {
            return Reason.FREED;
        }
        NcclFunction wanted = half.key().function() == NcclFunction.SEND ? NcclFunction.RECV : NcclFunction.SEND;
        Optional<OperationInFlight> other = halves(peer).stream()
                .filter(operation -> operation.key().function() == wanted)
                .filter(operation ->
                        operation.peer().orElse(-1) == seat.member().commRank())
                .findFirst();
        if (other.isEmpty()) {
            return isCut(peer) ? Reason.WAITS_TOO : Reason.NOT_ENTERED;
        }
        boolean isFirst = other.get().ordinal() == peer.oldest().orElseThrow().ordinal();
        if (peer.isStarted(other.get())) {
            return Reason.WAITS_TOO;
        }
        return isFirst ? Reason.NOT_STARTED : Reason.BEHIND;
    }
}
