// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.flight;

import dev.lockstep.shm.OperationRecord;
import java.util.Collection;
import java.util.OptionalLong;

/// Brings the stamps of one GPU onto the host's clock, which is another one with another zero. No operation starts
/// before it was enqueued: of all distances between enqueue and start the smallest is the one by which the clocks
/// differ, but for the time that this operation took to start. So the operation that started soonest is drawn as if
/// it had started at once, and all others start as much later as they did.
final class GpuClock {
    private final long aheadNanos;

    private GpuClock(long aheadNanos) {
        this.aheadNanos = aheadNanos;
    }

    /// The clock that these operations of one GPU show.
    static GpuClock of(Collection<OperationRecord> operations) {
        OptionalLong least = operations.stream()
                .filter(GpuClock::isTimed)
                .mapToLong(operation -> operation.startGpuNanos() - operation.enqueuedMonotonicNanos())
                .min();
        return new GpuClock(least.orElse(0));
    }

    /// Whether an operation's stamps can be drawn.
    static boolean isTimed(OperationRecord operation) {
        return operation.timing() == OperationRecord.Timing.TIMED
                && operation.stopGpuNanos() >= operation.startGpuNanos();
    }

    /// A moment of the GPU's clock on the host's.
    long toHost(long gpuNanos) {
        return gpuNanos - aheadNanos;
    }
}
