// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.agent.snapshot.SeriesIdentity;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Keeps what one source has seen for a grace after it ended, whoever looks, and then lets it go. One thread uses it.
///
/// Communicators that end while another one of the same labels lives on are folded into one and stay: the series are
/// served as their sum, and a counter must not go back. Its moments are those of a clock that never steps.
final class Retention {
    private final Duration grace;
    private final int seriesPerGpu;
    private final Map<ProcessIdentity, KeptProcess> processes = new LinkedHashMap<>();

    /// Each GPU of a process is shown with `seriesPerGpu` series at most.
    Retention(Duration grace, int seriesPerGpu) {
        this.grace = grace;
        this.seriesPerGpu = seriesPerGpu;
    }

    /// Takes in one reading and gives what is to be shown now: all of `seen`, and what ended less than the grace ago.
    /// A process that is missing for the first time has been shown by its source for `shownAlready` of its grace.
    List<ProcessSnapshot> update(List<ProcessSnapshot> seen, Instant now, Duration shownAlready) {
        processes.values().forEach(KeptProcess::beginReading);
        for (ProcessSnapshot process : seen) {
            processes
                    .computeIfAbsent(process.identity(), identity -> new KeptProcess(identity, seriesPerGpu))
                    .see(process, now);
        }
        processes.values().forEach(kept -> kept.endReading(now, now.minus(shownAlready)));
        communicatorsByLabels().values().forEach(same -> endPast(same, now));
        processes.values().forEach(kept -> kept.forgetRetired(grace, now));
        processes.values().removeIf(kept -> kept.isForgotten(grace, now));
        return processes.values().stream().map(KeptProcess::shown).toList();
    }

    /// How much was folded of the processes that are shown, of those of which anything was.
    Map<ProcessIdentity, FoldedSeries> folded() {
        Map<ProcessIdentity, FoldedSeries> folded = new LinkedHashMap<>();
        for (KeptProcess process : processes.values()) {
            if (process.folded().isAny()) {
                folded.put(process.identity(), process.folded());
            }
        }
        return folded;
    }

    private Map<SeriesIdentity, List<KeptCommunicator>> communicatorsByLabels() {
        Map<SeriesIdentity, List<KeptCommunicator>> byLabels = new LinkedHashMap<>();
        for (KeptProcess process : processes.values()) {
            for (KeptCommunicator communicator : process.communicators()) {
                if (communicator.isShown()) {
                    SeriesIdentity identity = SeriesIdentity.of(process.jobId(), communicator.identity());
                    byLabels.computeIfAbsent(identity, _ -> new ArrayList<>()).add(communicator);
                }
            }
        }
        return byLabels;
    }

    private void endPast(List<KeptCommunicator> same, Instant now) {
        List<KeptCommunicator> past =
                same.stream().filter(one -> one.isPast(grace, now)).toList();
        if (past.size() == same.size()) {
            past.forEach(KeptCommunicator::retire);
            return;
        }
        for (int i = 1; i < past.size(); i++) {
            past.getFirst().absorb(past.get(i));
        }
    }
}
