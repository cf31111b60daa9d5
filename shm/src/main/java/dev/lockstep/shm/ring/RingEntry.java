// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.ring;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.identity.CommunicatorFacts;
import java.util.Optional;

/// A completed operation where it lies in the copy of the ring: thousands a second pass, and none becomes an object. It
/// is good until whoever is given it returns.
public interface RingEntry {
    /// In {@link #sequence}: Send and Recv have none.
    long NO_SEQUENCE = -1;

    /// Whether the operation before it in the ring was the one that the process finished before it.
    enum Predecessor {
        /// It was the last one that was given.
        KNOWN,
        /// Others were lost or left out of the ring.
        UNKNOWN
    }

    /// Counts the records of the process from 1.
    long number();

    /// Whether what the process finished before it was seen too.
    Predecessor predecessor();

    /// The row of its communicator, below 65,536.
    int row();

    /// Its communicator; absent where the row was freed before the reading.
    Optional<CommunicatorFacts> communicator();

    /// Its function.
    NcclFunction function();

    /// NCCL's spelling of its algorithm, empty where unknown.
    String algorithm();

    /// NCCL's spelling of its protocol, empty where unknown.
    String protocol();

    /// The communicator's number over all functions.
    long ordinal();

    /// NCCL's number per function, or {@link #NO_SEQUENCE}.
    long sequence();

    /// As nccl-tests count the size.
    long sizeBytes();

    /// When it was enqueued, on the host's clock.
    long enqueuedMonotonicNanos();

    /// Its first channel start on the clock of its GPU.
    long startGpuNanos();

    /// Its last channel stop on the same clock.
    long stopGpuNanos();

    /// Whether its GPU stamps can be believed.
    boolean isTimed();

    /// Whether its stamps are those of a whole group.
    boolean isFused();

    /// The same as an object that stays.
    OperationRecord toRecord();
}
