// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.model.OperationInFlight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One operation, or the making of one communicator, in which some wait and of which some others are the reason.
///
/// @param operation absent for the making of a communicator
record Wait(
        CommunicatorState communicator,
        Optional<OperationInFlight> operation,
        List<Actor> waiters,
        Map<Actor, Reason> blockers) {
    static Wait in(CommunicatorState communicator, OperationInFlight operation) {
        return new Wait(communicator, Optional.of(operation), new ArrayList<>(), new LinkedHashMap<>());
    }

    static Wait inSetup(CommunicatorState communicator) {
        return new Wait(communicator, Optional.empty(), new ArrayList<>(), new LinkedHashMap<>());
    }

    /// A reason that says more stays.
    void blame(Actor actor, Reason reason) {
        blockers.merge(actor, reason, (one, other) -> one.compareTo(other) <= 0 ? one : other);
    }

    /// All have entered and started, and it does not get on.
    boolean isAllEntered() {
        return operation.isPresent()
                && communicator.heard() >= communicator.ranks()
                && blockers.values().stream().allMatch(reason -> reason == Reason.WAITS_TOO);
    }
}
