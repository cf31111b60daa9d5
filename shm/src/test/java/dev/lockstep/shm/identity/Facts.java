// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.identity;

import dev.lockstep.shm.ShmHeader;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Headers and communicators that say only what a test needs.
final class Facts {
    private static final long WALL_NANOS = 1_796_040_000_000_000_000L;

    private Facts() {}

    static ShmHeader header(int worldSize, int worldRank, Map<String, String> environment) {
        return new ShmHeader(
                0,
                0,
                1,
                0,
                1,
                "node-a",
                "",
                "",
                0,
                WALL_NANOS,
                0,
                worldSize < 0 ? OptionalInt.empty() : OptionalInt.of(worldSize),
                worldRank < 0 ? OptionalInt.empty() : OptionalInt.of(worldRank),
                OptionalInt.empty(),
                environment);
    }

    static CommunicatorFacts communicator(int row, String device, int ranks, int commRank, long createdNanos) {
        return new CommunicatorFacts(
                row,
                row + 1,
                "00000000000000%02d".formatted(row),
                0,
                "",
                OptionalInt.of(commRank),
                OptionalInt.of(ranks),
                OptionalInt.of(1),
                Optional.empty(),
                Optional.empty(),
                device,
                createdNanos);
    }

    static CommunicatorFacts withId(String id, CommunicatorFacts facts) {
        return new CommunicatorFacts(
                facts.row(),
                facts.serial(),
                id,
                facts.hashOrdinal(),
                facts.name(),
                facts.commRank(),
                facts.ranks(),
                facts.nodes(),
                facts.pciBusId(),
                facts.uuid(),
                facts.device(),
                facts.createdMonotonicNanos());
    }
}
