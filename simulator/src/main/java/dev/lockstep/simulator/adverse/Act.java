// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

import dev.lockstep.core.model.NcclFunction;

/// One thing that a rank does in a step, in the order of its host.
sealed interface Act {
    /// Its GPU computes on the main stream.
    record Compute(long nanos) implements Act {}

    /// Its host is busy with something else.
    record Host(long nanos) implements Act {}

    /// A collective on a stream; on stream 0 what follows waits for it.
    record Call(Group group, NcclFunction function, long bytes, int stream) implements Act {}

    /// A group of Send and Recv with peers by their number in the communicator.
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Exchange(Group group, int[] sendTo, int[] receiveFrom, long bytes, int stream) implements Act {}

    /// The main stream waits for another one.
    record Join(int stream) implements Act {}

    /// The host waits for its GPU.
    record Sync() implements Act {}
}
