// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.identity;

import java.util.Optional;
import java.util.OptionalInt;

/// What never changes about a communicator while its row keeps its serial. `device` names the GPU within the
/// process: the PCI bus id, else the CUDA ordinal, else empty.
public record CommunicatorFacts(
        int row,
        int serial,
        String id,
        int hashOrdinal,
        String name,
        OptionalInt commRank,
        OptionalInt ranks,
        OptionalInt nodes,
        Optional<String> pciBusId,
        Optional<String> uuid,
        String device,
        long createdMonotonicNanos) {
    /// Row of the communicator that stands for all which found no row.
    public static final int OVERFLOW_ROW = 0;

    /// Whether this is the communicator that stands for all which found no row.
    public boolean isOverflow() {
        return row == OVERFLOW_ROW;
    }
}
