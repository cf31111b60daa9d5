// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.end;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Ranks that ended by themselves, beside others that wait or lose their connections for a reason that nobody knows:
/// it is them that the others wait for.
public final class FirstEnd implements Refinement {
    /// More that end by themselves are no reason, they have one.
    private static final int NAMED_MAX = 8;

    /// The only state is in the arguments.
    public FirstEnd() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        List<ProcessEnd> ends = sightings.of(ProcessEnd.class);
        if (ends.isEmpty()) {
            return conclusions;
        }
        List<Conclusion> all = new ArrayList<>();
        boolean isTold = false;
        for (Conclusion conclusion : conclusions) {
            List<ProcessEnd> behind = isUnexplained(conclusion) ? notAmong(ends, conclusion) : List.of();
            boolean isNamed = !behind.isEmpty() && behind.size() <= NAMED_MAX;
            isTold |= isNamed;
            all.add(isNamed ? explained(conclusion, behind) : conclusion);
        }
        if (!isTold) {
            List<ProcessEnd> first = endedTheStep(ends, sightings);
            boolean isReason = !first.isEmpty()
                    && first.size() <= NAMED_MAX
                    && all.stream().noneMatch(Conclusion::isIncident);
            all.add(isReason ? reason(first) : mentioned(ends));
        }
        return all;
    }

    /// Ends in or before the line in which the launcher says that it ends the others.
    private static List<ProcessEnd> endedTheStep(List<ProcessEnd> ends, Sightings sightings) {
        List<StepEnded> steps = sightings.of(StepEnded.class);
        return ends.stream()
                .filter(end -> steps.stream()
                        .anyMatch(
                                step -> step.source().file().equals(end.source().file())
                                        && end.source().line() <= step.source().line()))
                .toList();
    }

    private static Conclusion reason(List<ProcessEnd> ends) {
        return Conclusion.of(
                        Signal.HANG_RANK_NOT_ENTERED,
                        Severity.P0,
                        "ends",
                        words(ends) + ", and the launcher ended the others for it")
                .blaming(ends.stream().map(ProcessEnd::subject).toList())
                .sure(0.8)
                .restingOn(ends.stream().map(FirstEnd::exhibit).toList())
                .with("culprit_ranks", ranks(ends))
                .with("where", "process")
                .next("the log of " + ends.getFirst().subject() + " before that line, and the kernel log of its node");
    }

    private static boolean isUnexplained(Conclusion conclusion) {
        boolean isVague = conclusion.signal() == Signal.HANG_UNKNOWN
                || conclusion.incident().equals("echo")
                || conclusion.signal() == Signal.INIT_STUCK;
        return isVague
                && conclusion.severity() == Severity.P0
                && conclusion.culprits().isEmpty();
    }

    private static List<ProcessEnd> notAmong(List<ProcessEnd> ends, Conclusion conclusion) {
        Set<Integer> waiting = new HashSet<>();
        conclusion.witnesses().forEach(witness -> witness.rank().ifPresent(waiting::add));
        return ends.stream()
                .filter(end -> !waiting.contains(end.subject().rank().orElse(-1)))
                .toList();
    }

    private static Conclusion explained(Conclusion vague, List<ProcessEnd> behind) {
        List<Subject> culprits = behind.stream().map(ProcessEnd::subject).toList();
        List<Exhibit> evidence = Stream.concat(behind.stream().map(FirstEnd::exhibit), vague.evidence().stream())
                .toList();
        boolean isHang = vague.signal() == Signal.HANG_UNKNOWN;
        return new Conclusion(
                        isHang ? Signal.HANG_RANK_NOT_ENTERED : vague.signal(),
                        vague.severity(),
                        culprits,
                        vague.witnesses(),
                        0.85,
                        words(behind) + "; the others " + (isHang ? "wait for it" : "lost their connections to it"),
                        evidence,
                        vague.facts(),
                        List.of(),
                        vague.incident())
                .with("culprit_ranks", ranks(behind))
                .with("where", "host side of the missing ranks")
                .next("the log of " + words(behind.subList(0, 1)) + " before that line");
    }

    private static Conclusion mentioned(List<ProcessEnd> ends) {
        return Conclusion.of(Signal.INFO_PARSED, Severity.INFO, "ends", words(ends.subList(0, 1)))
                .restingOn(ends.stream().map(FirstEnd::exhibit).toList())
                .with("ended", ranks(ends))
                .next("the log of that rank before that line");
    }

    private static List<Integer> ranks(List<ProcessEnd> ends) {
        return ends.stream()
                .map(end -> end.subject().rank().orElse(-1))
                .filter(rank -> rank >= 0)
                .sorted()
                .toList();
    }

    private static String words(List<ProcessEnd> ends) {
        ProcessEnd first = ends.getFirst();
        return (ends.size() == 1 ? "" : "ranks " + ranks(ends) + " ended, ") + first.subject() + " ended by itself ("
                + first.how() + ")";
    }

    private static Exhibit exhibit(ProcessEnd end) {
        return new Exhibit(end.source(), end.moment(), end.excerpt());
    }
}
