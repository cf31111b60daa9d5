// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.snapshot;

import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.ReportedTiming;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.trouble.Trouble;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One source at a moment: what it saw, and what it saw before and still shows for its grace.
///
/// `timings` and `devices` are those of the last reading. `processes` holds living and recently ended ones, the
/// latter without operations in flight; `living` is the number of processes in the last reading. `folded` is
/// how much of each process had no room. `readAt` is when that reading began, whatever came of it.
public record SourceSnapshot(
        String name,
        SourceState state,
        List<ProcessSnapshot> processes,
        List<ReportedTiming> timings,
        DeviceReport devices,
        Map<ProcessIdentity, FoldedSeries> folded,
        int living,
        Map<String, Long> refused,
        Instant readAt,
        Optional<Instant> lastGoodAt,
        Duration readDuration,
        List<Trouble> troubles) {
    public SourceSnapshot {
        processes = List.copyOf(processes);
        timings = List.copyOf(timings);
        folded = Map.copyOf(folded);
        refused = Map.copyOf(refused);
        troubles = List.copyOf(troubles);
    }

    /// The same with what jobs said of their own trouble.
    public SourceSnapshot telling(List<Trouble> told) {
        return new SourceSnapshot(
                name,
                state,
                processes,
                timings,
                devices,
                folded,
                living,
                refused,
                readAt,
                lastGoodAt,
                readDuration,
                told);
    }
}
