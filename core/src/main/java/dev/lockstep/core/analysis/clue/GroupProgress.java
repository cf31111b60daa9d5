// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// How far a rank had come in one group, by its own counters.
///
/// @param subject the rank, with `group` = the group's job-wide name ("43", "0" of the default group) and both ranks
/// where they are known
/// @param groupName descriptive name (`PIPELINE_MODEL_PARALLEL_GROUP`, `default_pg`); empty if none
/// @param members world ranks of the group in group order; empty if the input does not say
/// @param enqueued sequence number last handed to NCCL
/// @param completed sequence number last finished; -1 before the first
/// @param waiting why the rank told it: true if it waits in a collective of this group by its own word (timeout), false
/// if it only reports its state
public record GroupProgress(
        Subject subject,
        String groupName,
        List<Integer> members,
        OptionalLong enqueued,
        OptionalLong started,
        OptionalLong completed,
        boolean waiting,
        Optional<Moment> moment,
        Source source,
        String excerpt)
        implements Sighting {
    public GroupProgress {
        members = List.copyOf(members);
    }
}
