// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import java.util.OptionalInt;

/// Communicators of which nobody was heard yet, for tests that only tell them apart.
public final class BareCommunicator {
    private BareCommunicator() {}

    /// One of that id.
    public static CommunicatorState of(String id, int ranks) {
        return new CommunicatorState(new CommunicatorKey(id, 0), "", ranks, OptionalInt.of(2), 0);
    }
}
