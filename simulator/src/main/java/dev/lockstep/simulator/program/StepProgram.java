// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.program;

import java.util.List;

/// One rank's program of one step: the items of each of its GPU streams.
///
/// @param launches groups in all streams together; their host indices are 0 … launches − 1
/// @param events events that streams record and await, numbered from 0
public record StepProgram(List<List<Item>> streams, int launches, int events) {
    /// Stream of computation and of everything it waits for.
    public static final int COMPUTE_STREAM = 0;

    /// Stream of gradient reductions that run beside computation.
    public static final int REDUCTION_STREAM = 1;

    /// Streams of a rank.
    public static final int STREAMS = 2;

    public StepProgram {
        streams = streams.stream().map(List::copyOf).toList();
    }
}
