// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmProcessState;

/// What reading an attached file gave. A file that shrinks or lies gives {@link Damaged}, never an exception.
public sealed interface ShmReading {
    /// The process at the moment of the reading.
    record Fresh(ProcessSnapshot snapshot, ShmProcessState state) implements ShmReading {}

    /// `detail` says what is wrong, for the log.
    record Damaged(ShmDamage damage, String detail) implements ShmReading {}
}
