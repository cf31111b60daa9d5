// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.inspector;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.cause.inspector.InspectorFile.LateChannel;
import dev.lockstep.core.analysis.cause.inspector.InspectorFile.Range;
import dev.lockstep.core.analysis.cause.inspector.InspectorFile.Series;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The verdict over Inspector's files. Its ring forgets records without a word, so a record that is not there is no
/// operation that did not happen, least of all where the same rank has later ones.
public final class InspectorRule implements Rule {
    /// The only state is in the argument.
    public InspectorRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        List<InspectorFile> files = sightings.of(InspectorFile.class);
        if (files.isEmpty()) {
            return List.of();
        }
        List<Conclusion> conclusions = new ArrayList<>(gaps(files));
        malformed(files).ifPresent(conclusions::add);
        late(files).ifPresent(conclusions::add);
        if (conclusions.isEmpty()) {
            conclusions.add(parsed(files));
        }
        return conclusions;
    }

    /// Numbers that one rank lacks between two that it has, and another rank of the communicator has.
    private static List<Conclusion> gaps(List<InspectorFile> files) {
        Map<String, TreeSet<Integer>> ranks = new LinkedHashMap<>();
        Map<String, Range> missing = new LinkedHashMap<>();
        for (InspectorFile file : files) {
            for (Series series : file.series()) {
                for (int i = 1; i < series.ranges().size(); i++) {
                    Range gap = new Range(
                            series.ranges().get(i - 1).last() + 1,
                            series.ranges().get(i).first() - 1);
                    if (gap.first() <= gap.last() && isKnownElsewhere(files, series, gap)) {
                        String key = series.comm() + "|" + series.function() + "|" + gap;
                        ranks.computeIfAbsent(key, one -> new TreeSet<>()).add(series.rank());
                        missing.put(key, gap);
                    }
                }
            }
        }
        List<Conclusion> conclusions = new ArrayList<>();
        ranks.forEach((key, lacking) -> {
            if (conclusions.size() < 64) {
                conclusions.add(gap(key, missing.getOrDefault(key, new Range(0, 0)), lacking));
            }
        });
        return conclusions;
    }

    private static boolean isKnownElsewhere(List<InspectorFile> files, Series lacking, Range gap) {
        return files.stream()
                .flatMap(file -> file.series().stream())
                .filter(series -> series.comm().equals(lacking.comm())
                        && series.function().equals(lacking.function())
                        && series.rank() != lacking.rank())
                .flatMap(series -> series.ranges().stream())
                .anyMatch(range -> range.first() <= gap.first() && range.last() >= gap.first());
    }

    private static Conclusion gap(String key, Range gap, Set<Integer> lacking) {
        String[] parts = key.split("\\|", 3);
        return Conclusion.of(
                        Signal.TELEMETRY_GAP,
                        Severity.INFO,
                        "inspector|" + key,
                        "Records " + gap.first() + " to " + gap.last() + " of " + parts[1] + " are missing on ranks "
                                + lacking + " of communicator " + parts[0]
                                + ": the ring was overwritten before it was dumped; later records show that they took"
                                + " part.")
                .sure(0.9)
                .with("comm", parts[0])
                .with("ranks", lacking)
                .with("missing_sn", gap.first() + ".." + gap.last())
                .with("reason", "ring overwrite; later sn present on the same ranks");
    }

    private static Optional<Conclusion> malformed(List<InspectorFile> files) {
        long cut = files.stream().mapToLong(InspectorFile::cut).sum();
        List<Long> broken =
                files.stream().flatMap(file -> file.broken().stream()).toList();
        List<Long> without =
                files.stream().flatMap(file -> file.withoutBandwidth().stream()).toList();
        if (cut == 0 && broken.isEmpty() && without.isEmpty()) {
            return Optional.empty();
        }
        long good = files.stream().mapToLong(InspectorFile::records).sum();
        return Optional.of(Conclusion.of(
                        Signal.TELEMETRY_MALFORMED,
                        Severity.INFO,
                        "inspector|malformed",
                        good + " records are good; " + without.size() + " have no bandwidth, " + broken.size()
                                + " are no JSON, " + cut + " are cut off. They enter no average, and prove no hang.")
                .sure(0.95)
                .restingOn(files.stream()
                        .map(file -> new Exhibit(
                                file.source(), Optional.empty(), file.source().file()))
                        .toList())
                .with("records_ok", good)
                .with("records_without_bandwidth", without.size() + " (sn " + without + ")")
                .with("records_not_json", broken.size())
                .with("records_truncated", cut));
    }

    private static Optional<Conclusion> late(List<InspectorFile> files) {
        List<LateChannel> late =
                files.stream().flatMap(file -> file.late().stream()).toList();
        if (late.isEmpty()) {
            return Optional.empty();
        }
        LateChannel worst = late.stream()
                .max((a, b) -> Long.compare(a.micros(), b.micros()))
                .orElseThrow();
        return Optional.of(Conclusion.of(
                        Signal.PERF_LATE_CHANNEL,
                        Severity.P2,
                        "inspector|late|" + worst.comm() + "|" + worst.channel(),
                        "Channel " + worst.channel() + " of rank " + worst.rank() + " lags behind the others by "
                                + worst.micros() + " us in " + worst.function() + " " + worst.number()
                                + "; Inspector's duration, the longest of one channel, does not show it.")
                .blaming(List.of(Subject.NONE.withGroupRank(worst.rank()).withGroup(worst.comm())))
                .sure(0.7)
                .with("channel", worst.channel())
                .with("rank", worst.rank())
                .with("late_us", worst.micros())
                .with("records", late.size())
                .with("comm", worst.comm()));
    }

    private static Conclusion parsed(List<InspectorFile> files) {
        long records = files.stream().mapToLong(InspectorFile::records).sum();
        Conclusion conclusion = Conclusion.of(
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        "inspector|parsed",
                        records + " records of " + files.size() + " files, none missing or broken.")
                .sure(0.9)
                .with("records", records);
        for (InspectorFile file : files) {
            for (Map.Entry<String, String> fact : file.facts().entrySet()) {
                String known = conclusion.fact(fact.getKey());
                conclusion = conclusion.with(
                        fact.getKey(), known.isEmpty() ? fact.getValue() : known + ", " + fact.getValue());
            }
        }
        return conclusion;
    }
}
