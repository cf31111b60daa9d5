// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.job.CommunicatorState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Who waits for a communicator to be made: those for whom it was the last thing that happened, while others of its
/// ranks have not made it and nobody has used it.
final class SetupWaits {
    private final Standstill standstill;

    SetupWaits(Standstill standstill) {
        this.standstill = standstill;
    }

    /// Whether a communicator is incomplete and unused for long, which is worth a closer look.
    static boolean mayWait(CommunicatorState communicator, long nowNanos, HangSettings settings) {
        return communicator.heard() < communicator.ranks()
                && nowNanos - communicator.firstHeardNanos() >= settings.stillNanos();
    }

    Optional<Wait> in(CommunicatorState communicator, List<Seat> row) {
        boolean isUsed = row.stream().anyMatch(seat -> seat.entered() >= 0);
        if (isUsed || !mayWait(communicator, standstill.nowNanos(), standstill.settings())) {
            return Optional.empty();
        }
        List<Seat> waiting = row.stream().filter(this::waits).toList();
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        Wait wait = Wait.inSetup(communicator);
        for (Seat seat : waiting) {
            seat.actor().waitInSetup();
            wait.waiters().add(seat.actor());
        }
        CollectiveWaits.unheard(standstill, communicator, row).forEach(actor -> wait.blame(actor, Reason.NOT_MADE));
        return Optional.of(wait);
    }

    /// Names places of which nothing was heard, once all waits are known: where as many ranks idle outside of the
    /// communicator as are missing in it, they are the ones.
    void name(Wait wait) {
        List<Actor> strangers =
                wait.blockers().keySet().stream().filter(Actor::isStranger).toList();
        if (wait.operation().isPresent() || strangers.isEmpty()) {
            return;
        }
        List<Actor> idle = new ArrayList<>();
        for (Actor actor : standstill.actors()) {
            boolean sitsThere = actor.seats().stream().anyMatch(seat -> seat.communicator() == wait.communicator());
            if (!sitsThere && actor.isIdle() && standstill.isSeen(actor) && standstill.isStill(actor)) {
                idle.add(actor);
            }
        }
        if (idle.size() == strangers.size()) {
            wait.blockers().keySet().removeAll(strangers);
            idle.forEach(actor -> wait.blame(actor, Reason.NOT_MADE));
        }
    }

    private boolean waits(Seat seat) {
        Actor actor = seat.actor();
        return standstill.isSeen(actor)
                && standstill.isStill(actor)
                && !seat.member().ended()
                && actor.movedNanos() == seat.member().movedNanos()
                && actor.seats().stream().allMatch(other -> other.oldest().isEmpty());
    }
}
