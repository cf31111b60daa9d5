// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Source;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What one process left in its own flight record, or in its shared-memory file.
///
/// @param job its id, empty if none is known
/// @param rank world rank
/// @param seenAliveMillis wall clock of its node's agent, as the next one
public record ProcessRecord(
        Source source,
        String job,
        String host,
        long pid,
        OptionalInt rank,
        End end,
        OptionalLong seenAliveMillis,
        OptionalLong seenDeadMillis,
        List<Membership> memberships)
        implements Detail {
    /// How it ended.
    public enum End {
        /// Without closing its file.
        KILLED,
        /// In good order, after an operation had hung.
        HUNG,
        /// In good order.
        CLOSED,
        /// The file alone does not tell whether its process lives.
        UNKNOWN
    }

    /// Its place in a communicator, and how far it had come there: ordinals over all functions, -1 before the first.
    ///
    /// @param id job-wide
    /// @param size how many ranks there are
    public record Membership(
            String id,
            String name,
            OptionalInt commRank,
            OptionalInt size,
            long enqueued,
            long finished,
            List<Operation> operations) {
        public Membership {
            operations = List.copyOf(operations);
        }
    }

    /// One of its last operations.
    ///
    /// @param sequence NCCL's own, which counts each function apart; absent for Send and Recv
    /// @param peer other end of a Send or Recv, in ranks of the communicator
    /// @param ageNanos since its enqueue; absent if nobody knows when its process died
    public record Operation(
            String function,
            long bytes,
            long ordinal,
            OptionalLong sequence,
            OptionalInt peer,
            State state,
            OptionalLong ageNanos) {}

    /// How far an operation came.
    public enum State {
        /// The GPU has not begun it.
        ENQUEUED,
        /// The GPU has begun it.
        STARTED,
        /// It is done.
        FINISHED
    }

    public ProcessRecord {
        memberships = List.copyOf(memberships);
    }

    /// The membership in the communicator with the most ranks.
    Optional<Membership> widest() {
        return memberships.stream()
                .max((one, other) ->
                        Integer.compare(one.size().orElse(0), other.size().orElse(0)));
    }
}
