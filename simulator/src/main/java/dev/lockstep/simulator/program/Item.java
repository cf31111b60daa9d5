// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.program;

import dev.lockstep.simulator.topology.Communicator;
import java.util.List;

/// What a GPU stream does next.
public sealed interface Item {
    /// Computes for `nanos`, before noise and faults. `key` tells computations of a step apart.
    record Compute(long nanos, int key) implements Item {}

    /// Runs an NCCL group: one call, or several that the caller put between GroupStart and
    /// GroupEnd.
    ///
    /// @param hostIndex place in the order in which the host enqueues the step's groups
    /// @param grouped whether the caller made the group himself
    record Launch(int hostIndex, Communicator communicator, List<Call> calls, boolean grouped) implements Item {
        public Launch {
            calls = List.copyOf(calls);
        }

        /// Whether all its calls are Send or Recv; groups never mix them with collectives.
        public boolean isPointToPoint() {
            return calls.getFirst().function().isPointToPoint();
        }
    }

    /// Notes the moment for other streams.
    record Mark(int event) implements Item {}

    /// Waits until another stream has come to that moment.
    record Await(int event) implements Item {}
}
