// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.agent.flight.Moment;
import dev.lockstep.agent.flight.NotedOperation;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.reader.ShmReading;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What a process was about when it was last seen alive: which of its operations hung.
record LastLook(Moment at, List<NotedOperation> hung) {
    /// From this age on an operation in flight is held for hung.
    static final Duration HUNG_AGE = Duration.ofSeconds(30);

    /// Of a reading of a process that lives; absent where the file could not be read.
    static Optional<LastLook> of(Moment at, ShmReading reading) {
        return reading instanceof ShmReading.Fresh fresh
                ? Optional.of(new LastLook(at, hung(fresh.snapshot())))
                : Optional.empty();
    }

    /// The operations that have hung, the oldest first.
    static List<NotedOperation> hung(ProcessSnapshot process) {
        return process.communicators().stream()
                .flatMap(communicator -> communicator.inFlight().stream()
                        .filter(operation -> operation.ageNanos() >= HUNG_AGE.toNanos())
                        .map(operation -> NotedOperation.of(communicator.identity(), operation)))
                .sorted(Comparator.comparingLong(NotedOperation::ageNanos).reversed())
                .toList();
    }
}
