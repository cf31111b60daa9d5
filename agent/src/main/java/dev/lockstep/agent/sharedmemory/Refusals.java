// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Counts, by reason, the files that could not be attributed to a process: each file once a reason for as long
/// as it is there, not once a reading.
final class Refusals {
    /// Files remembered as counted; beyond it a file may be counted at each reading.
    private static final int REMEMBERED_MAX = 4096;

    private record Refusal(Object what, String reason) {}

    private final Map<String, Long> counts = new TreeMap<>();
    private Set<Refusal> known = new HashSet<>();
    private Set<Refusal> now = new HashSet<>();

    /// Forgets the files that were not refused again since the last call.
    void startReading() {
        known = now;
        now = new HashSet<>();
    }

    /// `what` is a file or, where nothing is known of it, its path.
    void refuse(Object what, String reason) {
        Refusal refusal = new Refusal(what, reason);
        if (now.size() < REMEMBERED_MAX) {
            now.add(refusal);
        }
        if (!known.contains(refusal)) {
            counts.merge(reason, 1L, Long::sum);
        }
    }

    Map<String, Long> counts() {
        return new HashMap<>(counts);
    }
}
