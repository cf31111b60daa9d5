// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One operation on one rank.
///
/// @param subject the rank and its group, as in {@link GroupProgress}
/// @param members world ranks of the group in group order; empty if the input does not say
/// @param op operation as the input spells it (`ALLREDUCE`, `all_to_all`)
/// @param seq number in the group; absent if the input has none
/// @param sizeIn size going in as text: elements, or shapes like `[[1025]]`; empty if unknown
/// @param peer group rank of the other end of a point-to-point operation
/// @param state how far it came
/// @param numbering what the number counts, so that two countings are never compared: `pytorch`, `nccl`, `ras`,
/// `horovod`
public record OperationSeen(
        Subject subject,
        List<Integer> members,
        String op,
        OptionalLong seq,
        String sizeIn,
        OptionalInt peer,
        State state,
        String numbering,
        Optional<Moment> moment,
        Source source,
        String excerpt)
        implements Sighting {
    /// Begins a group that means the same on all hosts, where others are pointers of one process.
    public static final String JOB_WIDE = "id ";

    /// How far an operation came on a rank.
    public enum State {
        /// Handed over by the host.
        SCHEDULED,
        /// Running on the GPU.
        STARTED,
        /// Done.
        COMPLETED,
        /// The watchdog gave it up.
        TIMED_OUT
    }

    public OperationSeen {
        members = List.copyOf(members);
    }
}
