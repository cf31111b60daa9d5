// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The verdict over Flight Recorder dumps: first whether ranks entered different things, then who waits for whom.
public final class FlightRule implements Rule {
    /// The only state is in the argument.
    public FlightRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        List<FlightDump> dumps = sightings.of(FlightDump.class);
        List<Conclusion> conclusions = new ArrayList<>();
        if (!dumps.isEmpty()) {
            conclusions.addAll(files(dumps));
            conclusions.addAll(state(new FlightGroups(dumps), dumps));
        }
        conclusions.addAll(AnalysisJudge.judge(sightings.of(FlightAnalysis.class)));
        return conclusions;
    }

    /// What the groups say of the job: a mismatch, or who is waited for.
    static List<Conclusion> state(FlightGroups groups, List<FlightDump> dumps) {
        if (groups.dumps().isEmpty()) {
            return List.of();
        }
        List<Conclusion> mismatches = groups.views().stream()
                .flatMap(view -> FlightMismatch.in(view).stream())
                .map(found -> mismatch(found.among(groups.views()), groups))
                .toList();
        return mismatches.isEmpty() ? new HangJudge(groups, dumps).judge() : mismatches;
    }

    private static Conclusion mismatch(FlightMismatch found, FlightGroups groups) {
        boolean isSize = found.signal() == Signal.MISMATCH_SIZE;
        String what = isSize ? "different sizes" : "different operations";
        String who = found.outliers().isEmpty()
                ? "the ranks of group " + found.group().title() + " do not agree"
                : Ranks.of(found.outliers()) + " differ from the majority";
        List<String> views = new ArrayList<>();
        found.views().forEach((view, ranks) -> views.add((view.isEmpty() ? "-" : view) + " on " + Ranks.of(ranks)));
        Conclusion conclusion = Conclusion.of(
                        found.signal(),
                        Severity.P0,
                        "flight|" + found.group().name() + "|" + found.sequence(),
                        "Operation " + found.sequence() + " of group "
                                + found.group().title() + " was entered with " + what + ": " + who + ".")
                .blaming(subjects(found.outliers()))
                .sure(found.outliers().isEmpty() ? 0.7 : 0.95)
                .restingOn(exhibits(groups, found.group().progress().keySet(), found.group(), found.sequence()))
                .with("pg", found.group().title())
                .with("seq", found.sequence())
                .with("op", FlightEntry.known(operation(found)))
                .with("outlier_ranks", List.copyOf(found.outliers()))
                .with(isSize ? "sizes" : "operations", String.join("; ", views));
        return conclusion.next("Look at what the code of these ranks does before operation " + found.sequence()
                + ": their inputs or their branches differ.");
    }

    private static String operation(FlightMismatch found) {
        return found.group().progress().keySet().stream()
                .filter(rank -> !found.outliers().contains(rank))
                .flatMap(rank -> found.group().collective(rank, found.sequence()).stream())
                .map(FlightEntry::operation)
                .findFirst()
                .orElse("");
    }

    /// What is to be said of the files themselves.
    private static List<Conclusion> files(List<FlightDump> dumps) {
        List<Conclusion> conclusions = new ArrayList<>();
        for (FlightDump dump : dumps) {
            Optional<Signal> signal = switch (dump.condition()) {
                case READ -> dump.rank().isPresent() ? Optional.empty() : Optional.of(Signal.TELEMETRY_AMBIGUOUS);
                case EMPTY -> Optional.of(Signal.TELEMETRY_GAP);
                case BROKEN, REFUSED -> Optional.of(Signal.TELEMETRY_MALFORMED);
            };
            signal.ifPresent(value -> conclusions.add(file(value, dump)));
        }
        return conclusions;
    }

    private static Conclusion file(Signal signal, FlightDump dump) {
        String why = dump.trouble().isEmpty() ? "the name of the file tells no rank" : dump.trouble();
        Conclusion conclusion = Conclusion.of(
                        signal,
                        Severity.INFO,
                        "file|" + dump.source().file(),
                        dump.source().file() + ": " + why)
                .sure(0.9)
                .restingOn(List.of(new Exhibit(dump.source(), Optional.empty(), why)));
        return dump.rank().isPresent()
                ? conclusion.with("ranks", List.of(dump.rank().getAsInt()))
                : conclusion;
    }

    static List<Subject> subjects(Collection<Integer> ranks) {
        return ranks.stream().map(Subject::ofRank).toList();
    }

    /// The counters of these ranks in the group, as evidence.
    static List<Exhibit> exhibits(FlightGroups groups, Collection<Integer> ranks, GroupView group, long sequence) {
        return ranks.stream()
                .limit(Conclusion.EVIDENCE_MAX)
                .map(rank -> exhibit(groups, rank, group, sequence))
                .toList();
    }

    private static Exhibit exhibit(FlightGroups groups, int rank, GroupView group, long sequence) {
        FlightDump dump = groups.dumps().get(rank);
        Source source = dump == null ? Source.of("rank " + rank) : dump.source();
        GroupView.Progress counters = group.progress().get(rank);
        String state = counters == null
                ? "no dump"
                : "last enqueued " + counters.enqueued() + ", last completed " + counters.completed();
        String entry = group.collective(rank, sequence)
                .map(found -> "; " + found.operation() + " " + found.sizes().in() + " "
                        + found.state().name().toLowerCase(java.util.Locale.ROOT))
                .orElse("; no entry for " + sequence);
        return new Exhibit(
                source, Optional.empty(), "rank " + rank + " in group " + group.title() + ": " + state + entry);
    }
}
