// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.network;

import dev.lockstep.core.model.connection.Direction;
import java.util.List;

/// What a proxy does for one channel and direction of an operation.
///
/// @param peer rank in the communicator
/// @param stepBytes of each of its {@link NetworkPlan#STEPS} steps
/// @param device number of the NIC
/// @param moments in the order of time; without an end if it never ends
public record NetworkPart(
        int channel, int peer, Direction direction, long stepBytes, int device, List<Moment> moments) {
    public NetworkPart {
        moments = List.copyOf(moments);
    }
}
