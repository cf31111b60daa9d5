// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import static java.util.stream.Collectors.groupingBy;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.cause.flight.ProcessRecord.End;
import dev.lockstep.core.analysis.cause.flight.ProcessRecord.Membership;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/// The verdict over our own flight records of a job: who is behind, by the judges of Flight Recorder dumps; and where
/// nothing hung, who was gone while all others were still alive. What was in flight for a moment only is no hang: a
/// process that is killed always has something in flight.
public final class RecordRule implements Rule {
    /// Clocks of two nodes are not trusted further.
    private static final long CLOCKS_MILLIS = 2_000;

    /// The only state is in the argument.
    public RecordRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        List<Conclusion> conclusions = new ArrayList<>();
        new TreeMap<>(sightings.of(ProcessRecord.class).stream().collect(groupingBy(RecordRule::life)))
                .values()
                .forEach(records -> conclusions.addAll(life(records)));
        return conclusions;
    }

    /// Processes of one life of a job share its widest communicator.
    private static String life(ProcessRecord record) {
        return record.job() + " " + record.widest().map(Membership::id).orElse("");
    }

    private static List<Conclusion> life(List<ProcessRecord> records) {
        RecordGroups groups = new RecordGroups(records);
        Collection<ProcessRecord> known = groups.byRank().values();
        List<Conclusion> conclusions = new ArrayList<>();
        if (known.stream().anyMatch(RecordGroups::isHung)) {
            conclusions.addAll(hang(groups));
        }
        boolean isNamed = conclusions.stream().anyMatch(each -> !each.culprits().isEmpty());
        Optional<Conclusion> gone = isNamed ? Optional.empty() : goneFirst(groups);
        if (gone.isPresent()) {
            return List.of(gone.get());
        }
        conclusions.add(read(records));
        return conclusions;
    }

    private static List<Conclusion> hang(RecordGroups groups) {
        FlightGroups views = groups.groups();
        return FlightRule.state(views, List.copyOf(views.dumps().values())).stream()
                .map(each -> each.in(each.incident().replaceFirst("^flight", "record")))
                .map(each -> withWhatIsUnseen(each, groups))
                .toList();
    }

    /// Without the records of some members nobody can say that all have entered.
    private static Conclusion withWhatIsUnseen(Conclusion conclusion, RecordGroups groups) {
        boolean needsAll = conclusion.signal() == Signal.HANG_ALL_ENTERED;
        String[] parts = conclusion.incident().split("\\|", -1);
        if (!needsAll || parts.length < 2 || !groups.isIncomplete(parts[1])) {
            return conclusion;
        }
        return new Conclusion(
                        Signal.HANG_UNKNOWN,
                        conclusion.severity(),
                        List.of(),
                        conclusion.witnesses(),
                        0.8,
                        "Ranks wait in operation " + conclusion.fact("seq") + " of group " + conclusion.fact("pg")
                                + ", and other members of it left no flight record: who is missing cannot be told.",
                        conclusion.evidence(),
                        conclusion.facts(),
                        List.of(),
                        conclusion.incident())
                .next("Get the flight records of the other nodes: flight-dir of the agent's configuration.");
    }

    /// Those that were seen dead while every other one of the job was seen alive, unless they had hung themselves.
    private static Optional<Conclusion> goneFirst(RecordGroups groups) {
        Collection<ProcessRecord> all = groups.byRank().values();
        long first = all.stream()
                .filter(record -> record.end() == End.KILLED && !RecordGroups.isHung(record))
                .mapToLong(record -> record.seenDeadMillis().orElse(Long.MAX_VALUE))
                .min()
                .orElse(Long.MAX_VALUE);
        if (first == Long.MAX_VALUE) {
            return Optional.empty();
        }
        List<Integer> gone = new ArrayList<>();
        boolean isFirst = true;
        for (var each : groups.byRank().entrySet()) {
            ProcessRecord record = each.getValue();
            boolean isAmong = record.end() == End.KILLED
                    && !RecordGroups.isHung(record)
                    && record.seenDeadMillis().orElse(Long.MAX_VALUE) <= first + CLOCKS_MILLIS;
            if (isAmong) {
                gone.add(each.getKey());
            } else {
                isFirst &= record.seenAliveMillis().orElse(0) > first + CLOCKS_MILLIS;
            }
        }
        return isFirst && gone.size() < all.size() ? Optional.of(gone(groups, gone)) : Optional.empty();
    }

    private static Conclusion gone(RecordGroups groups, List<Integer> gone) {
        List<Integer> others = groups.byRank().keySet().stream()
                .filter(rank -> !gone.contains(rank))
                .toList();
        List<Subject> culprits = groups.byRank().entrySet().stream()
                .filter(each -> gone.contains(each.getKey()))
                .map(each -> Subject.ofRank(each.getKey())
                        .withHost(each.getValue().host())
                        .withPid(each.getValue().pid()))
                .toList();
        return Conclusion.of(
                        Signal.HANG_RANK_NOT_ENTERED,
                        Severity.P0,
                        "record|gone|" + gone,
                        Ranks.atBegin(gone) + Ranks.verb(gone, " was", " were")
                                + " killed or crashed, while " + Ranks.of(others)
                                + Ranks.verb(others, " was", " were") + " still alive.")
                .blaming(culprits)
                .witnessedBy(FlightRule.subjects(others))
                .sure(0.9)
                .restingOn(exhibits(groups.byRank().values().stream()
                        .sorted((one, other) -> Boolean.compare(isIn(gone, other), isIn(gone, one)))
                        .toList()))
                .with("culprit_ranks", gone)
                .with("where", "process")
                .next(
                        "The log of " + Ranks.of(gone)
                                + " before its end, and the kernel log of its node: dmesg -T | grep -iE 'killed process|xid|segfault'");
    }

    private static boolean isIn(List<Integer> ranks, ProcessRecord record) {
        return RecordGroups.rank(record).stream().anyMatch(ranks::contains);
    }

    private static Conclusion read(List<ProcessRecord> records) {
        return Conclusion.of(
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        "record|" + life(records.getFirst()),
                        records.size() + " flight records of " + Ranks.of(ranks(records)))
                .sure(0.9)
                .restingOn(exhibits(records))
                .with("records", records.size())
                .next("lockstep flight shows the last operations of each.");
    }

    private static List<Integer> ranks(List<ProcessRecord> records) {
        return records.stream()
                .flatMap(record -> RecordGroups.rank(record).stream().boxed())
                .toList();
    }

    private static List<Exhibit> exhibits(List<ProcessRecord> records) {
        return records.stream()
                .limit(Conclusion.EVIDENCE_MAX)
                .map(record -> Exhibit.of(record, words(record)))
                .toList();
    }

    private static String words(ProcessRecord record) {
        long open = record.memberships().stream()
                .flatMap(each -> each.operations().stream())
                .filter(each -> each.state() != ProcessRecord.State.FINISHED)
                .count();
        String rank = RecordGroups.rank(record).stream()
                .mapToObj(value -> "rank " + value + ", ")
                .findFirst()
                .orElse("");
        return rank + "pid " + record.pid() + " on " + record.host() + ": "
                + record.end().name().toLowerCase(Locale.ROOT) + ", " + open + " operations in flight"
                + (RecordGroups.isHung(record) ? ", hung" : "");
    }
}
