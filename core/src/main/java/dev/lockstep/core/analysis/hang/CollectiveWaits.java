// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Who waits for whom in the collectives of one communicator. Where it carries collectives only, ordinals are the same
/// on all ranks; where Send and Recv are among them, the sequence number of the function is.
final class CollectiveWaits {
    /// Operations of one communicator that are looked at; the oldest.
    private static final int OPERATIONS_MAX = 8;
    /// Ranks of one communicator that are named though nothing was heard of them.
    private static final int UNHEARD_MAX = 64;

    private record Signature(NcclFunction function, long sizeBytes) {}

    private final Standstill standstill;
    private final Habits habits;

    CollectiveWaits(Standstill standstill, Habits habits) {
        this.standstill = standstill;
        this.habits = habits;
    }

    List<Wait> in(CommunicatorState communicator, List<Seat> row) {
        boolean isMixed = communicator.traffic().hasPointToPoint()
                || row.stream()
                        .anyMatch(seat -> seat.oldest()
                                .filter(operation -> operation.key().function().isPointToPoint())
                                .isPresent());
        Map<Long, OperationInFlight> stuck = new TreeMap<>();
        for (Seat seat : row) {
            Optional<OperationInFlight> oldest = oldest(seat);
            if (oldest.isPresent() && standstill.isStuck(seat)) {
                stuck.putIfAbsent(number(oldest.get(), isMixed), oldest.get());
            }
        }
        List<Wait> waits = new ArrayList<>();
        for (Map.Entry<Long, OperationInFlight> entry : stuck.entrySet()) {
            if (waits.size() < OPERATIONS_MAX) {
                waits.add(wait(communicator, row, entry.getValue(), isMixed));
            }
        }
        return waits;
    }

    private static Optional<OperationInFlight> oldest(Seat seat) {
        return seat.member().inFlight().stream()
                .filter(operation -> !operation.key().function().isPointToPoint())
                .findFirst();
    }

    private static long number(OperationInFlight operation, boolean isMixed) {
        return isMixed ? operation.sequence().orElse(operation.ordinal()) : operation.ordinal();
    }

    private Wait wait(CommunicatorState communicator, List<Seat> row, OperationInFlight operation, boolean isMixed) {
        Wait wait = Wait.in(communicator, operation);
        Map<Signature, List<Seat>> entered = new LinkedHashMap<>();
        for (Seat seat : row) {
            Optional<OperationInFlight> own =
                    isMixed ? sameSequence(seat, operation) : seat.inFlight(operation.ordinal());
            if (own.isPresent()) {
                Signature signature =
                        new Signature(own.get().key().function(), own.get().sizeBytes());
                entered.computeIfAbsent(signature, unseen -> new ArrayList<>()).add(seat);
                if (standstill.isStuck(seat) && own.equals(oldest(seat))) {
                    wait.waiters().add(seat.actor());
                }
            }
            reason(seat, own, operation, isMixed).ifPresent(reason -> wait.blame(seat.actor(), reason));
        }
        odd(entered).forEach(seat -> wait.blame(seat.actor(), Reason.MISMATCH));
        if (row.size() < communicator.ranks()) {
            unheard(standstill, communicator, row).forEach(actor -> wait.blame(actor, Reason.NOT_ENTERED));
        }
        return wait;
    }

    private static Optional<OperationInFlight> sameSequence(Seat seat, OperationInFlight operation) {
        return seat.member().inFlight().stream()
                .filter(own -> own.key().function() == operation.key().function()
                        && own.sequence().equals(operation.sequence()))
                .findFirst();
    }

    private Optional<Reason> reason(
            Seat seat, Optional<OperationInFlight> own, OperationInFlight operation, boolean isMixed) {
        if (own.isPresent()) {
            if (seat.actor().isOver()) {
                return Optional.of(Reason.NOT_ENTERED);
            }
            boolean isStarted = seat.isStarted(own.get());
            boolean isFirst = own.equals(oldest(seat));
            if (isStarted) {
                return Optional.empty();
            }
            return Optional.of(isFirst ? Reason.NOT_STARTED : Reason.BEHIND);
        }
        if (isMixed) {
            boolean isBeyond = seat.member().inFlight().stream()
                    .anyMatch(other -> other.key().function() == operation.key().function()
                            && other.sequence().orElse(0) > operation.sequence().orElse(0));
            return isBeyond ? Optional.empty() : Optional.of(Reason.NOT_ENTERED);
        }
        if (seat.finished() >= operation.ordinal()) {
            return Optional.empty();
        }
        if (seat.member().ended() && !seat.actor().isOver()) {
            return Optional.of(Reason.FREED);
        }
        return Optional.of(seat.entered() < operation.ordinal() ? Reason.NOT_ENTERED : Reason.BEHIND);
    }

    /// Those who entered something else than most; both sides where there is no most, unless habit tells which is odd.
    private List<Seat> odd(Map<Signature, List<Seat>> entered) {
        if (entered.size() < 2) {
            return List.of();
        }
        int most = entered.values().stream().mapToInt(List::size).max().orElse(0);
        List<Seat> fewer = entered.values().stream()
                .filter(seats -> seats.size() < most)
                .flatMap(List::stream)
                .toList();
        boolean isTie =
                entered.values().stream().filter(seats -> seats.size() == most).count() > 1;
        if (!isTie) {
            return fewer;
        }
        List<Seat> unusual = entered.entrySet().stream()
                .filter(entry -> !isUsual(entry.getKey(), entry.getValue().getFirst()))
                .map(Map.Entry::getValue)
                .flatMap(List::stream)
                .toList();
        boolean tells = !unusual.isEmpty()
                && unusual.size()
                        < entered.values().stream().mapToInt(List::size).sum();
        return tells ? unusual : entered.values().stream().flatMap(List::stream).toList();
    }

    private boolean isUsual(Signature signature, Seat seat) {
        return habits.knows(seat.communicator().key(), signature.function(), signature.sizeBytes());
    }

    /// Places of a communicator of which nothing was heard.
    static List<Actor> unheard(Standstill standstill, CommunicatorState communicator, List<Seat> row) {
        Set<Integer> heard = new HashSet<>();
        row.forEach(seat -> heard.add(seat.member().commRank()));
        List<Actor> missing = new ArrayList<>();
        for (int place = 0; place < communicator.ranks() && missing.size() < UNHEARD_MAX; place++) {
            if (!heard.contains(place)) {
                missing.add(standstill.unheard(row, communicator, place));
            }
        }
        return missing;
    }
}
