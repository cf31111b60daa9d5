// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The verdict as a page for a terminal at night: what happened, who, how sure, when, why one may believe it, what to
/// do.
///
/// ```
/// P0  ranks 0 never issued operation 22, in which ranks 1, 2, 3 wait
///     hang.rank_not_entered, 90 % sure
///     culprit    rank 0
/// …
/// ```
final class DiagnosisText {
    private static final int EVIDENCE_SHOWN = 6;
    private static final int SUBJECTS_SHOWN = 8;
    private static final int TIMELINE_SHOWN = 12;
    private static final int WIDTH = 160;

    private DiagnosisText() {}

    static List<String> of(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>();
        List<Conclusion> incidents =
                diagnosis.conclusions().stream().filter(Conclusion::isIncident).toList();
        if (incidents.isEmpty()) {
            lines.add("Nothing is wrong in what was given, as far as it can be told.");
        }
        incidents.forEach(each -> addConclusion(each, lines));
        addTimeline(incidents, lines);
        addEchoes(diagnosis, lines);
        addInput(diagnosis, lines);
        return lines;
    }

    private static void addConclusion(Conclusion conclusion, List<String> lines) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add(label(conclusion.severity()) + "  " + cut(conclusion.sentence()));
        lines.add("    " + conclusion.signal().text() + ", "
                + String.format(Locale.ROOT, "%.0f %% sure", conclusion.confidence() * 100));
        List<Subject> culprits = conclusion.culprits().stream()
                .filter(culprit -> !culprit.equals(Subject.NONE))
                .toList();
        lines.add("    culprit    " + (culprits.isEmpty() ? "cannot be told from this" : subjects(culprits)));
        if (!conclusion.witnesses().isEmpty()) {
            lines.add("    witnesses  " + subjects(conclusion.witnesses()));
        }
        String facts = conclusion.facts().entrySet().stream()
                .filter(fact ->
                        !fact.getKey().equals("advise") && !fact.getKey().equals("message"))
                .filter(fact -> !fact.getValue().isEmpty() && fact.getValue().length() < 60)
                .sorted(java.util.Map.Entry.comparingByKey())
                .map(fact -> fact.getKey() + "=" + fact.getValue())
                .collect(Collectors.joining(" "));
        if (!facts.isEmpty()) {
            lines.add("    facts      " + cut(facts));
        }
        lines.add("    evidence");
        conclusion.evidence().stream().limit(EVIDENCE_SHOWN).forEach(each -> lines.add("      " + line(each)));
        if (conclusion.evidence().size() > EVIDENCE_SHOWN) {
            lines.add("      … and " + (conclusion.evidence().size() - EVIDENCE_SHOWN) + " more (--json has them)");
        }
        addSteps(conclusion, lines);
    }

    private static void addSteps(Conclusion conclusion, List<String> lines) {
        List<String> steps = new ArrayList<>(conclusion.nextSteps());
        if (!conclusion.fact("advise").isEmpty()) {
            steps.addFirst(conclusion.fact("advise"));
        }
        if (!steps.isEmpty()) {
            lines.add("    next");
            steps.forEach(step -> lines.add("      - " + step));
        }
    }

    /// Times are ordered only within one clock.
    private static void addTimeline(List<Conclusion> incidents, List<String> lines) {
        List<Exhibit> timed = incidents.stream()
                .flatMap(each -> each.evidence().stream())
                .filter(each -> each.moment().isPresent())
                .distinct()
                .sorted(Comparator.comparing(
                                (Exhibit each) -> each.moment().orElseThrow().clock())
                        .thenComparingLong(each -> each.moment().orElseThrow().millis()))
                .toList();
        if (timed.size() < 2) {
            return;
        }
        lines.add("");
        lines.add("Time line (as printed; clocks of different hosts are not aligned)");
        timed.stream()
                .limit(TIMELINE_SHOWN)
                .forEach(each -> lines.add("  " + each.moment().orElseThrow().text() + "  " + line(each)));
        if (timed.size() > TIMELINE_SHOWN) {
            lines.add("  … and " + (timed.size() - TIMELINE_SHOWN) + " more");
        }
    }

    private static void addEchoes(Diagnosis diagnosis, List<String> lines) {
        if (diagnosis.echoes().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("Followed from it, blamed on nobody: " + diagnosis.echoes().size() + " lines, the first "
                + diagnosis.echoes().getFirst().source());
    }

    private static void addInput(Diagnosis diagnosis, List<String> lines) {
        List<Conclusion> about = diagnosis.conclusions().stream()
                .filter(each -> !each.isIncident())
                .toList();
        if (!about.isEmpty()) {
            lines.add("");
            lines.add("About the input");
        }
        AboutInput.lines(about).forEach(each -> lines.add("  " + cut(each)));
        if (!diagnosis.unseen().isEmpty()) {
            lines.add("");
            lines.add("Not seen");
            diagnosis.unseen().forEach(each -> lines.add("  " + each));
        }
    }

    private static String label(Severity severity) {
        return severity.name();
    }

    private static String subjects(List<Subject> subjects) {
        String shown =
                subjects.stream().limit(SUBJECTS_SHOWN).map(Subject::toString).collect(Collectors.joining("; "));
        return subjects.size() > SUBJECTS_SHOWN
                ? shown + "; and " + (subjects.size() - SUBJECTS_SHOWN) + " more"
                : shown;
    }

    private static String line(Exhibit exhibit) {
        return exhibit.source() + "  " + cut(exhibit.excerpt().strip());
    }

    private static String cut(String text) {
        return text.length() > WIDTH ? text.substring(0, WIDTH - 1) + "…" : text;
    }
}
