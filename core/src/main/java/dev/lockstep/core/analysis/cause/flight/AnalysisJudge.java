// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What the output of PyTorch's own analyser says.
final class AnalysisJudge {
    private AnalysisJudge() {}

    static List<Conclusion> judge(List<FlightAnalysis> analyses) {
        return analyses.stream().limit(64).map(AnalysisJudge::judge).toList();
    }

    private static Conclusion judge(FlightAnalysis found) {
        return switch (found.what()) {
            case NOT_JOINED -> notJoined(found);
            case DIFFERENT -> different(found);
            case UNDECIDED -> undecided(found);
        };
    }

    private static Conclusion notJoined(FlightAnalysis found) {
        Set<Integer> waiting = new TreeSet<>(found.expected());
        found.missing().forEach(waiting::remove);
        boolean isWhole = found.missing().isEmpty();
        return common(
                        found,
                        isWhole ? Signal.HANG_UNKNOWN : Signal.HANG_RANK_NOT_ENTERED,
                        isWhole
                                ? "Not all ranks joined " + called(found) + "; the report does not name them."
                                : Ranks.atBegin(found.missing()) + " never entered " + called(found) + ".")
                .blaming(FlightRule.subjects(found.missing()))
                .witnessedBy(FlightRule.subjects(waiting))
                .sure(0.9)
                .with("waiting_ranks", List.copyOf(waiting))
                .with("where", "host side of " + Ranks.of(found.missing()))
                .next("Look at what " + Ranks.of(found.missing()) + " does: py-spy dump --pid PID on its node.");
    }

    /// The analyser believes the first rank. Where more than half of the group is named, the others are the odd ones.
    private static Conclusion different(FlightAnalysis found) {
        boolean isOperation = found.errors().values().stream().anyMatch(error -> error.contains("TYPE_MISMATCH"));
        Set<Integer> named = new TreeSet<>(found.errors().keySet());
        Set<Integer> rest = new TreeSet<>(found.expected());
        rest.removeAll(named);
        boolean isMinority =
                named.size() * 2 < found.expected().size() || found.expected().isEmpty();
        boolean isTie = named.size() == rest.size();
        Set<Integer> fewer = isMinority ? named : rest;
        Set<Integer> culprits = isTie ? Set.of() : fewer;
        boolean isState = !found.errors().isEmpty()
                && found.errors().values().stream().allMatch(error -> error.contains("STATE_MISMATCH"));
        if (isState) {
            return common(found, Signal.HANG_UNKNOWN, "The ranks have come differently far in " + called(found) + ".")
                    .sure(0.6);
        }
        return common(
                        found,
                        isOperation ? Signal.MISMATCH_COLLECTIVE : Signal.MISMATCH_SIZE,
                        "The ranks entered " + called(found) + " with different "
                                + (isOperation ? "operations" : "sizes or types")
                                + (culprits.isEmpty() ? "." : ": " + Ranks.of(culprits) + " differ."))
                .blaming(FlightRule.subjects(culprits))
                .sure(culprits.isEmpty() ? 0.7 : 0.85)
                .with("outlier_ranks", List.copyOf(culprits));
    }

    private static Conclusion undecided(FlightAnalysis found) {
        return common(
                        found,
                        Signal.TELEMETRY_GAP,
                        "The analyser could not decide: no dumps of " + Ranks.of(found.undumped()) + ".")
                .withSeverity(Severity.INFO)
                .with("ranks", found.undumped());
    }

    private static String called(FlightAnalysis found) {
        String operation = found.operation().isEmpty() ? "operation" : found.operation();
        String number = found.sequence() < 0 ? "" : " " + found.sequence();
        String group = found.group().isEmpty() ? "" : " of group " + title(found);
        return operation + number + group;
    }

    private static String title(FlightAnalysis found) {
        return found.description().isEmpty() ? found.group() : found.group() + " " + found.description();
    }

    private static Conclusion common(FlightAnalysis found, Signal signal, String sentence) {
        List<Exhibit> evidence = new ArrayList<>();
        evidence.add(new Exhibit(found.source(), Optional.empty(), sentence));
        return Conclusion.of(signal, Severity.P0, "flight|" + found.group() + "|" + found.sequence(), sentence)
                .restingOn(evidence)
                .with("pg", title(found))
                .with("seq", found.sequence())
                .with("op", FlightEntry.known(found.operation()));
    }
}
