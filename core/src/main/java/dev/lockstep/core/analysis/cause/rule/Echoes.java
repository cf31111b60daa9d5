// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Echoes beside a root are no conclusion. Echoes alone prove that something broke, and that its cause is not in the
/// input: they become a conclusion without a culprit that says what to collect. Flushed work is told as what it is.
public final class Echoes implements Refinement {
    /// The only state is in the arguments.
    public Echoes() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        List<Conclusion> all = new ArrayList<>(conclusions);
        List<Clue> echoes = sightings.clues(Weight.ECHO);
        List<Clue> flushed = echoes.stream()
                .filter(clue -> clue.signal() == Signal.NET_FLUSH_SECONDARY)
                .toList();
        boolean hasRoot = all.stream().anyMatch(each -> each.isIncident() && each.severity() != Severity.P2);
        if (!flushed.isEmpty()) {
            all.add(told(flushed, Signal.NET_FLUSH_SECONDARY, Severity.INFO)
                    .saying("work was flushed after another error"));
        }
        if (hasRoot) {
            return all;
        }
        Map<Signal, List<Clue>> bySignal = new LinkedHashMap<>();
        echoes.stream()
                .filter(clue -> clue.severity() == Severity.P0)
                .forEach(clue -> bySignal.computeIfAbsent(clue.signal(), each -> new ArrayList<>())
                        .add(clue));
        if (bySignal.containsKey(Signal.NET_COMPLETION_ERROR)) {
            bySignal.remove(Signal.INIT_FAILURE);
        }
        bySignal.forEach((signal, clues) -> all.add(told(clues, signal, Severity.P0)));
        if (!flushed.isEmpty() && bySignal.isEmpty()) {
            all.add(told(flushed, Signal.TELEMETRY_GAP, Severity.INFO)
                    .saying("the error before the flushed work is not in this input")
                    .next("the logs of all other ranks, from before the first flushed completion"));
        }
        return all;
    }

    private static Conclusion told(List<Clue> clues, Signal signal, Severity severity) {
        Clue first = clues.getFirst();
        List<Subject> witnesses = clues.stream().map(Clue::subject).distinct().toList();
        Conclusion conclusion = Conclusion.of(
                        signal,
                        severity,
                        "echo",
                        "connections broke or calls failed because of something that is not in this input")
                .witnessedBy(witnesses)
                .restingOn(clues.stream().map(Exhibit::of).toList())
                .with("role", "secondary")
                .with("lines", clues.size())
                .sure(0.4)
                .next("the logs of all other ranks and of the peers named here: who ended first, and why");
        for (Map.Entry<String, String> fact : first.facts().entrySet()) {
            conclusion = fact.getKey().equals("advise") ? conclusion : conclusion.with(fact.getKey(), fact.getValue());
        }
        return conclusion;
    }
}
