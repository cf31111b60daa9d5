// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.model.OperationInFlight;
import java.util.Optional;

/// The place of one rank in one communicator.
record Seat(CommunicatorState communicator, MemberState member, Actor actor) {
    private static final long NONE = -1;

    /// The oldest operation that is not done.
    Optional<OperationInFlight> oldest() {
        return member.inFlight().stream().findFirst();
    }

    /// How long its oldest operation stands, and nothing else of it in this communicator moved.
    static long stuckNanos(MemberState member, long nowNanos) {
        if (member.inFlight().isEmpty()) {
            return 0;
        }
        long age = member.inFlight().getFirst().ageNanos() + Math.max(0, nowNanos - member.heardNanos());
        return Math.max(0, Math.min(age, nowNanos - member.movedNanos()));
    }

    long stuckNanos(long nowNanos) {
        return stuckNanos(member, nowNanos);
    }

    /// Ordinal of the last operation that it entered; -1 before the first.
    long entered() {
        return member.progress().enqueued().orElse(NONE);
    }

    long finished() {
        return member.progress().finished().orElse(NONE);
    }

    /// Whether starts of its operations are told at all.
    boolean tellsStarts() {
        return member.progress().started().isPresent()
                || member.progress().finished().isEmpty();
    }

    boolean isStarted(OperationInFlight operation) {
        return operation.channelsStarted() > 0
                || operation.ordinal() <= member.progress().started().orElse(NONE)
                || !tellsStarts();
    }

    /// Whether its oldest operation has started.
    boolean isStarted() {
        return oldest().filter(this::isStarted).isPresent();
    }

    /// That operation of it, if it is told among those in flight.
    Optional<OperationInFlight> inFlight(long ordinal) {
        return member.inFlight().stream()
                .filter(operation -> operation.ordinal() == ordinal)
                .findFirst();
    }
}
