// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis;

import dev.lockstep.core.model.GpuIdentity;
import java.util.Optional;
import java.util.OptionalInt;

/// Who it is: what is known of the culprit, from the node down to its rank. Parts that do not belong to it are absent,
/// so
/// a slow node has no rank. {@link #UNKNOWN} if nobody can be named.
///
/// @param rank world rank
/// @param commRank rank in the finding's communicator, where the world rank is not known
/// @param device NIC, rail or NVLink
public record Entity(
        Optional<String> node,
        Optional<GpuIdentity> gpu,
        OptionalInt rank,
        OptionalInt commRank,
        Optional<String> device) {
    /// Nobody can be named.
    public static final Entity UNKNOWN =
            new Entity(Optional.empty(), Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty());

    /// A rank, on its GPU and node.
    public static Entity ofRank(int rank, Optional<String> node, Optional<GpuIdentity> gpu) {
        return new Entity(node, gpu, OptionalInt.of(rank), OptionalInt.empty(), Optional.empty());
    }

    /// A whole node.
    public static Entity ofNode(String node) {
        return new Entity(
                Optional.of(node), Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
    }
}
