// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.SizeClass;
import java.util.Optional;
import java.util.OptionalLong;

/// One completed operation as the plugin left it in its ring. `number` counts the records of the process from 1,
/// so a consumer that sees one twice (after a restart of the reader) can tell. `enqueuedMonotonicNanos` is the
/// host's clock, the other two are the GPU's. `communicatorId` is 16 hex digits; absent where the row was freed
/// before the reading.
public record OperationRecord(
        long number,
        Optional<String> communicatorId,
        int hashOrdinal,
        NcclFunction function,
        String algorithm,
        String protocol,
        SizeClass sizeClass,
        long ordinal,
        OptionalLong sequence,
        long sizeBytes,
        long enqueuedMonotonicNanos,
        long startGpuNanos,
        long stopGpuNanos,
        int channels,
        Timing timing,
        Grouping grouping,
        Ending ending) {
    /// Whether the GPU stamps can be believed.
    public enum Timing {
        TIMED,
        SUSPECT,
        ABSENT
    }

    /// Whether the stamps are those of a whole group.
    public enum Grouping {
        ALONE,
        FUSED
    }

    /// How the plugin knew that the operation had ended.
    public enum Ending {
        /// All of its channels stopped.
        DONE,
        /// A later operation of its communicator started.
        SETTLED
    }
}
