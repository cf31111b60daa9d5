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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
        boolean isEnded = sightings.of(Clue.class).stream()
                .anyMatch(clue -> clue.incident().equals(Clue.ENDED_BY_SCHEDULER));
        bySignal.forEach((signal, clues) -> all.add(
                isEnded
                        ? told(clues, signal, Severity.INFO)
                                .saying("connections broke when the scheduler ended the job")
                        : told(clues, signal, Severity.P0)));
        if (!flushed.isEmpty() && bySignal.isEmpty()) {
            all.add(told(flushed, Signal.TELEMETRY_GAP, Severity.INFO)
                    .saying("the error before the flushed work is not in this input")
                    .next("the logs of all other ranks, from before the first flushed completion"));
        }
        return all;
    }

    /// The other end of most connections that broke. It is where to look, and no culprit: it may have lost them too.
    private static Optional<String> mostNamed(List<Subject> witnesses) {
        Set<String> speaking =
                witnesses.stream().flatMap(witness -> witness.host().stream()).collect(Collectors.toSet());
        Map<String, Long> counts = witnesses.stream()
                .flatMap(witness -> witness.peer().stream())
                .filter(peer -> !speaking.contains(peer) && !speaking.contains(peer.split("\\.", 2)[0]))
                .collect(Collectors.groupingBy(peer -> peer, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    private static Conclusion told(List<Clue> clues, Signal signal, Severity severity) {
        Clue first = clues.getFirst();
        List<Subject> witnesses = clues.stream().map(Clue::subject).distinct().toList();
        Optional<String> named = mostNamed(witnesses);
        Conclusion conclusion = Conclusion.of(
                        signal,
                        severity,
                        "echo",
                        "connections broke or calls failed because of something that is not in this input"
                                + named.map(peer -> "; " + peer + " is the other end that is named most")
                                        .orElse(""))
                .witnessedBy(witnesses)
                .restingOn(clues.stream().map(Exhibit::of).toList())
                .with("role", "secondary")
                .with("lines", clues.size())
                .sure(0.4)
                .next("the logs of all other ranks and of the peers named here: who ended first, and why");
        conclusion = named.isPresent()
                ? conclusion.next("first of them " + named.get() + ": its log and dmesg from before these lines")
                : conclusion;
        for (Map.Entry<String, String> fact : first.facts().entrySet()) {
            conclusion = fact.getKey().equals("advise") ? conclusion : conclusion.with(fact.getKey(), fact.getValue());
        }
        return conclusion;
    }
}
