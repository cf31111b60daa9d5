// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import java.util.Map;

/// What a spool did since the agent started, and what it holds. `kept` is by ending, `removed` by the limit that was
/// reached (`age`, `records`, `bytes`), `failed` by what went wrong.
public record SpoolCounts(
        Map<String, Long> kept, Map<String, Long> removed, Map<String, Long> failed, int records, long bytes) {
    /// Those of an agent that keeps no records.
    public static final SpoolCounts NONE = new SpoolCounts(Map.of(), Map.of(), Map.of(), 0, 0);

    public SpoolCounts {
        kept = Map.copyOf(kept);
        removed = Map.copyOf(removed);
        failed = Map.copyOf(failed);
    }
}
