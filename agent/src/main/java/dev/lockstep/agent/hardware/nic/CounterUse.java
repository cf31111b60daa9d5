// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nic;

import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkSignal;

/// What a counter of a NIC counts.
sealed interface CounterUse {
    /// Something went wrong.
    record Fault(LinkError error) implements CounterUse {}

    /// A sign of congestion.
    record Sign(LinkSignal signal) implements CounterUse {}

    /// Bytes or packets.
    ///
    /// @param isBytes or packets
    /// @param rank the lowest one that a port has counts: drivers tell the same traffic twice
    /// @param unit bytes that one of it is
    record Moved(boolean isSent, boolean isBytes, int rank, int unit) implements CounterUse {}
}
