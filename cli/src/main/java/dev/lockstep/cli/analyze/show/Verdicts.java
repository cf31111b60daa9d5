// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.duration.verdict.Coverage;
import dev.lockstep.core.analysis.duration.verdict.Endings;
import dev.lockstep.core.analysis.duration.verdict.JobVerdict;
import dev.lockstep.core.analysis.duration.verdict.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The sentence that a person reads if he reads one only, and what cannot be told.
public final class Verdicts {
    private static final double LOW_COVERAGE = 0.6;

    private static final double RANKS_NEEDED = 0.5;

    private static final double TIMES_NEEDED = 0.5;

    private Verdicts() {}

    /// Who held the others up, what it cost, how sure that is and how much was seen.
    public static String sentence(JobVerdict verdict) {
        Coverage coverage = verdict.coverage();
        String seen = String.format(
                Locale.ROOT,
                "coverage %.0f %% of %d of %d ranks",
                Math.floor(100 * coverage.ofOperations()),
                coverage.ranksSeen(),
                coverage.ranks());
        List<Finding> findings = verdict.findings();
        if (findings.isEmpty() && coverage.ofRanks() < RANKS_NEEDED) {
            return "Nobody can be named: too few ranks have a file (" + seen + ").";
        }
        if (findings.isEmpty() && coverage.seen() > 0 && coverage.ofTimes() < TIMES_NEEDED) {
            return String.format(
                    Locale.ROOT,
                    "Nobody can be named: %d of %d collectives have a time that the GPU measured (%s).",
                    coverage.timed(),
                    coverage.seen(),
                    seen);
        }
        if (findings.isEmpty()) {
            return "Nobody is late and no path is slow, as far as these files tell (" + seen + ").";
        }
        Finding first = findings.getFirst();
        String suspicion = first.confidence() < Finding.CONFIDENCE_SUSPECT ? "Suspected: " : "";
        String what = capital(suspicion + first.evidence().facts().getFirst());
        String more = findings.size() == 1 ? "" : "; " + (findings.size() - 1) + " more below";
        return what
                + String.format(
                        Locale.ROOT,
                        ". It cost at most %s (%.0f %% sure, %s%s).",
                        Words.gpuSeconds(verdict.lostGpuSeconds()),
                        Math.floor(100 * first.confidence()),
                        seen,
                        more);
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /// What cannot be told, in sentences.
    public static List<String> notes(JobVerdict verdict) {
        List<String> notes = new ArrayList<>(verdict.notes());
        Endings endings = verdict.endings();
        if (endings.areTogether()) {
            notes.add("all ranks of each communicator ended together, with the same operation"
                    + (endings.behind().isEmpty()
                            ? ""
                            : "; one behind where it can be seen: " + String.join("; ", endings.behind()))
                    + "; a hang cannot be told from an end by these files, as an operation is written when it is over");
        }
        Coverage coverage = verdict.coverage();
        if (coverage.pointToPointUnreported() > 0) {
            notes.add(
                    "Send and Recv are counted as seen: Inspector records only those whose channel numbers begin at 0,"
                            + " so that transfers to far peers are missing; there is no verdict about them");
        }
        if (coverage.ofOperations() < LOW_COVERAGE && coverage.ofOperations() > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "only %.0f %% of the operations were seen: who is not named here may still be late",
                    Math.floor(100 * coverage.ofOperations())));
        }
        return notes;
    }
}
