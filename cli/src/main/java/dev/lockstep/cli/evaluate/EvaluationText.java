// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import dev.lockstep.cli.evaluate.cases.Expectation;
import dev.lockstep.cli.text.TextTable;
import dev.lockstep.core.analysis.incident.Incident;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The report for people.
final class EvaluationText {
    private static final int WEAK = 20;
    private static final int LARGE = 1_024;

    private final List<Verdict> verdicts;

    EvaluationText(List<Verdict> verdicts) {
        this.verdicts = verdicts;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        addTotals(lines);
        addFaults(lines);
        addDecoys(lines);
        addConfusion(lines);
        addMistakes(lines);
        return lines;
    }

    private void addTotals(List<String> lines) {
        TextTable table =
                new TextTable("", " runs", " named", " missed", " wrong", "precision", "recall", " median s", " P95 s");
        Predicate<Verdict> fault = verdict -> verdict.run().isFault();
        Predicate<Verdict> weak = verdict -> isWeak(verdict);
        addScore(table, "faults of 20 % and more, and stops", fault.and(weak.negate()));
        addScore(table, "  slow ones", fault.and(weak.negate()).and(EvaluationText::isSlow));
        addScore(
                table,
                "  slow ones, 1,024 ranks",
                fault.and(weak.negate())
                        .and(EvaluationText::isSlow)
                        .and(verdict -> verdict.run().shape().ranks() >= LARGE));
        addScore(
                table,
                "  slow ones, sampled (k > 0)",
                fault.and(weak.negate())
                        .and(EvaluationText::isSlow)
                        .and(verdict -> verdict.run().sampling() > 0));
        addScore(table, "  stops", fault.and(weak.negate()).and(verdict -> !isSlow(verdict)));
        addScore(table, "faults of 5 %", fault.and(weak));
        lines.addAll(table.lines());
        Score decoys = Score.of(verdicts.stream().filter(fault.negate()).toList());
        lines.add("");
        lines.add("decoys: %d of %d runs woke nobody, %s; %d false incidents of severity P0 or P1"
                .formatted(decoys.rightRuns(), decoys.runs(), decoys.right(), decoys.wrong()));
        lines.add("");
    }

    private static boolean isWeak(Verdict verdict) {
        int strength = verdict.run().strength();
        return strength > 0 && strength < WEAK;
    }

    private static boolean isSlow(Verdict verdict) {
        return verdict.run().strength() > 0;
    }

    private void addScore(TextTable table, String title, Predicate<Verdict> which) {
        addScore(table, title, Score.of(verdicts.stream().filter(which).toList()));
    }

    private static void addScore(TextTable table, String title, Score score) {
        table.add(
                title,
                Integer.toString(score.runs()),
                Integer.toString(score.named()),
                Integer.toString(score.missed()),
                Integer.toString(score.wrong()),
                score.precision().toString(),
                score.recall().toString(),
                seconds(score.median()),
                seconds(score.p95()));
    }

    private static String seconds(OptionalDouble seconds) {
        return seconds.isPresent() ? String.format(Locale.ROOT, "%.1f", seconds.getAsDouble()) : "-";
    }

    private void addFaults(List<String> lines) {
        TextTable table = new TextTable(
                "fault",
                " strength",
                " runs",
                " right",
                " named",
                " missed",
                " wrong",
                " median s",
                " P95 s",
                " suspected P95 s");
        by(verdict -> verdict.run().isFault(), EvaluationText::slot).forEach((slot, of) -> {
            Score score = Score.of(of);
            String[] words = slot.split("/", -1);
            table.add(
                    words[0],
                    words[1].equals("0") ? "-" : words[1] + " %",
                    Integer.toString(score.runs()),
                    Integer.toString(score.rightRuns()),
                    Integer.toString(score.named()),
                    Integer.toString(score.missed()),
                    Integer.toString(score.wrong()),
                    seconds(score.median()),
                    seconds(score.p95()),
                    seconds(score.suspectP95()));
        });
        lines.addAll(table.lines());
        lines.add("");
    }

    private void addDecoys(List<String> lines) {
        TextTable table = new TextTable("decoy", " runs", " silent", " false P0/P1", "noticed (P2)");
        by(verdict -> !verdict.run().isFault(), EvaluationText::slot).forEach((slot, of) -> {
            Score score = Score.of(of);
            table.add(
                    slot.replace("/0", "").replaceFirst("/(\\d+)$", " $1 %"),
                    Integer.toString(score.runs()),
                    Integer.toString(score.rightRuns()),
                    Integer.toString(score.wrong()),
                    notices(of));
        });
        lines.addAll(table.lines());
        lines.add("");
    }

    private static String notices(List<Verdict> verdicts) {
        Map<String, Long> counts = verdicts.stream()
                .flatMap(verdict -> verdict.notices().stream())
                .collect(Collectors.groupingBy(
                        incident -> incident.kind().label(), TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /// What was there against what was said.
    private void addConfusion(List<String> lines) {
        Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
        for (Verdict verdict : verdicts) {
            Map<String, Integer> said = counts.computeIfAbsent(
                    verdict.run().isFault()
                            ? verdict.run().kind()
                            : "decoy " + verdict.run().kind(),
                    unseen -> new TreeMap<>());
            verdict.named().forEach(named -> said.merge("right", 1, Integer::sum));
            verdict.missed().forEach(missed -> said.merge("nothing", 1, Integer::sum));
            verdict.wrong().forEach(wrong -> said.merge(wrong.kind().label(), 1, Integer::sum));
        }
        TextTable table = new TextTable("was there", "was said");
        counts.forEach((there, said) -> {
            if (!said.keySet().equals(java.util.Set.of("right")) && !said.isEmpty()) {
                table.add(
                        there,
                        said.entrySet().stream()
                                .map(entry -> entry.getKey() + " " + entry.getValue())
                                .collect(Collectors.joining(", ")));
            }
        });
        if (table.size() > 0) {
            lines.addAll(table.lines());
            lines.add("");
        }
    }

    private void addMistakes(List<String> lines) {
        for (Verdict verdict : verdicts) {
            if (!verdict.isRight()) {
                lines.add(mistake(verdict));
            }
        }
    }

    /// One line with what is wrong and the command that shows it.
    static String mistake(Verdict verdict) {
        List<String> parts = new ArrayList<>();
        for (Expectation missed : verdict.missed()) {
            parts.add("not named: " + missed.culprit());
        }
        for (Incident wrong : verdict.wrong()) {
            parts.add("wrong: " + wrong.severity().label() + " " + wrong.kind().label() + " " + names(wrong));
        }
        return "./lockstep evaluate --case " + verdict.run().name() + " --explain    # " + String.join("; ", parts);
    }

    /// Whom an incident names.
    static String names(Incident incident) {
        if (incident.culprits().isEmpty()) {
            return "nobody";
        }
        return incident.culprits().stream()
                .map(entity -> (entity.rank().isPresent()
                                ? "rank " + entity.rank().getAsInt()
                                : entity.node().orElse("?"))
                        + entity.device().map(device -> " " + device).orElse(""))
                .limit(4)
                .collect(Collectors.joining(", "));
    }

    private static String slot(Verdict verdict) {
        return verdict.run().kind() + "/" + verdict.run().strength();
    }

    private Map<String, List<Verdict>> by(Predicate<Verdict> which, Function<Verdict, String> key) {
        return verdicts.stream()
                .filter(which)
                .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
    }
}
