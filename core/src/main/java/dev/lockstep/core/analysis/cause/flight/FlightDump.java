// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Source;
import java.util.List;
import java.util.OptionalInt;

/// One rank's dump.
///
/// Entries of finished operations are retired from it, so a number without an entry was finished if it is at most
/// {@link Status#completed}, and never entered if it is over {@link Status#enqueued}. A dump without entries is
/// therefore no dump without data.
///
/// @param rank world rank, from the file's name; absent if that has no number
/// @param version of the recorder, "2.9"
/// @param trouble why it says nothing, or not everything; empty if it was read whole
public record FlightDump(
        Source source,
        OptionalInt rank,
        String version,
        List<Group> groups,
        List<Status> statuses,
        List<FlightEntry> entries,
        Condition condition,
        String trouble)
        implements Detail {
    /// What became of the file.
    public enum Condition {
        /// Read.
        READ,
        /// It is there and has no content.
        EMPTY,
        /// It is damaged; what could be read of it is here.
        BROKEN,
        /// It would run code when loaded, so it was not.
        REFUSED
    }

    /// A process group that the rank belongs to.
    ///
    /// @param name job-wide
    /// @param description `TENSOR_MODEL_PARALLEL_GROUP`
    /// @param ranks world ranks in group order; empty if the dump does not say
    public record Group(String name, String description, List<Integer> ranks) {
        public Group {
            ranks = List.copyOf(ranks);
        }
    }

    /// The counters of one group under the id that this rank gave it, which means nothing on other ranks.
    public record Status(long localId, long enqueued, long started, long completed) {}

    public FlightDump {
        groups = List.copyOf(groups);
        statuses = List.copyOf(statuses);
        entries = List.copyOf(entries);
    }
}
