// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Takes clues that can be a root, or that are about the input, at their word: those with one signal and one key become
/// one conclusion with the worst severity, all subjects, all facts (the first value of each) and all lines.
public final class ClueRule implements Rule {
    /// The only state is in the argument.
    public ClueRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        Map<String, Conclusion> byKey = new LinkedHashMap<>();
        Map<String, Integer> lines = new LinkedHashMap<>();
        for (Clue clue : sightings.of(Clue.class)) {
            if (clue.weight() == Weight.ECHO) {
                continue;
            }
            Conclusion conclusion = withoutWitnesses(Conclusion.of(clue)).saying(Saying.of(clue));
            String key =
                    clue.signal().text() + "|" + clue.severity().label().startsWith("i") + "|" + conclusion.incident();
            byKey.merge(key, conclusion, ClueRule::together);
            lines.merge(key, 1, Integer::sum);
        }
        return byKey.entrySet().stream()
                .map(entry -> withLines(entry.getValue(), lines.getOrDefault(entry.getKey(), 1)))
                .map(ClueRule::withoutCrowd)
                .toList();
    }

    /// Who complains about others, or only waits, is no culprit: the peer of a failed connection may be one, and whom a
    /// mismatch or a hang was noticed by is none.
    private static Conclusion withoutWitnesses(Conclusion said) {
        boolean isConnection =
                said.signal() == Signal.INIT_FAILURE && said.fact("class").equals("network");
        boolean isNoticed = said.signal() == Signal.MISMATCH_SIZE
                || said.signal() == Signal.MISMATCH_COLLECTIVE
                || said.signal() == Signal.HANG_UNKNOWN;
        if (isConnection) {
            List<Subject> peers = said.culprits().stream()
                    .flatMap(subject -> subject.peer().stream())
                    .distinct()
                    .map(Subject.NONE::withPeer)
                    .toList();
            return said.witnessedBy(said.culprits()).blaming(peers);
        }
        return isNoticed ? said.witnessedBy(said.culprits()).blaming(List.of()) : said;
    }

    /// Several watchdogs that stand still have one cause, and it is none of them.
    private static Conclusion withoutCrowd(Conclusion said) {
        boolean isCrowd = said.signal() == Signal.HANG_WATCHDOG_STUCK
                && said.culprits().stream().map(Subject::rank).distinct().count() > 1;
        return isCrowd
                ? said.witnessedBy(said.culprits())
                        .blaming(List.of())
                        .saying("the watchdogs of " + said.culprits().size()
                                + " process groups stand still; no collective is proven to be outstanding")
                : said;
    }

    private static Conclusion withLines(Conclusion conclusion, int lines) {
        return lines > 1 ? conclusion.with("lines", lines) : conclusion;
    }

    static Conclusion together(Conclusion first, Conclusion second) {
        List<Subject> culprits = Stream.concat(first.culprits().stream(), second.culprits().stream())
                .distinct()
                .toList();
        List<Exhibit> evidence = new ArrayList<>(first.evidence());
        if (evidence.size() < Conclusion.EVIDENCE_MAX) {
            evidence.addAll(second.evidence());
        }
        Map<String, String> facts = new TreeMap<>(second.facts());
        facts.putAll(first.facts());
        List<String> next = Stream.concat(first.nextSteps().stream(), second.nextSteps().stream())
                .distinct()
                .toList();
        Conclusion worse = first.severity().compareTo(second.severity()) <= 0 ? first : second;
        return new Conclusion(
                worse.signal(),
                worse.severity(),
                culprits,
                Stream.concat(first.witnesses().stream(), second.witnesses().stream())
                        .distinct()
                        .toList(),
                Math.max(first.confidence(), second.confidence()),
                worse.sentence(),
                evidence,
                facts,
                next,
                first.incident());
    }
}
