// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.List;
import java.util.Map;

/// All that a source knows of one process at a moment. `lost` and `suspect` count by reason what
/// was refused,
/// dropped, not seen or kept out of the histograms since the process started; reasons are label
/// values.
public record ProcessSnapshot(
        ProcessIdentity identity,
        List<CommunicatorSnapshot> communicators,
        Map<String, Long> lost,
        Map<String, Long> suspect) {
    public ProcessSnapshot {
        communicators = List.copyOf(communicators);
        lost = Map.copyOf(lost);
        suspect = Map.copyOf(suspect);
    }
}
