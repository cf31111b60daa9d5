// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.Optional;
import java.util.OptionalInt;

/// Which communicator, seen from which of its ranks. `id` is 16 hex digits (NVIDIA's Inspector cuts
/// it to 14: join on
/// the
/// prefix), `hashOrdinal` counts earlier communicators of the same id and rank in this process.
/// `worldRank`
/// and the device are absent where nothing tells them; `worldRank` is never the rank in this
/// communicator.
public record CommunicatorIdentity(
        String id,
        int hashOrdinal,
        String name,
        OptionalInt commRank,
        OptionalInt ranks,
        OptionalInt nodes,
        OptionalInt worldRank,
        Optional<GpuIdentity> gpu) {

    /// Name in labels of the communicator into which operations beyond a limit are folded.
    public static final String OTHER = "other";
}
