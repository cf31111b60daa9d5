// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmHeader;
import dev.lockstep.shm.ShmProcessState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// All that a file tells of one process: a flight record, or a shared-memory file of a process that lives or died.
///
/// `takenAt` is the moment at which ages count, on the process' CLOCK_MONOTONIC: now for one that lives, when it was
/// seen dead for a record; absent for a dead file that nobody saw die. `facts` has only a record. `operations` are in
/// the order in which they ended.
public record FlightRecord(
        Path file,
        ShmHeader header,
        Writer writer,
        ShmProcessState state,
        Optional<FlightFacts> facts,
        Optional<Long> takenAt,
        ProcessSnapshot process,
        List<InFlight> inFlight,
        List<OperationRecord> operations) {
    /// Whether the process is there.
    public enum Writer {
        LIVES,
        GONE
    }

    /// An operation that was enqueued and is not done, and when on CLOCK_MONOTONIC it was enqueued.
    public record InFlight(
            CommunicatorIdentity communicator, OperationInFlight operation, long enqueuedMonotonicNanos) {}

    public FlightRecord {
        inFlight = List.copyOf(inFlight);
        operations = List.copyOf(operations);
    }

    /// The wall time of a moment on the process' CLOCK_MONOTONIC, by the anchor that the plugin took at its start.
    public Instant wall(long monotonicNanos) {
        return Instant.EPOCH
                .plusNanos(header.anchorWallNanos())
                .plusNanos(monotonicNanos - header.anchorMonotonicNanos());
    }

    /// How old an operation in flight was, where that can be told.
    public Optional<Duration> age(InFlight operation) {
        return takenAt.map(now -> Duration.ofNanos(Math.max(0, now - operation.enqueuedMonotonicNanos())));
    }
}
