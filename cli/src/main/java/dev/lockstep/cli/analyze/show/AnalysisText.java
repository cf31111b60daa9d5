// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show;

import dev.lockstep.cli.analyze.read.ReadFolder;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.duration.verdict.Coverage;
import dev.lockstep.core.analysis.duration.verdict.JobVerdict;
import dev.lockstep.core.analysis.duration.verdict.Ranks;
import dev.lockstep.core.analysis.duration.verdict.StepTimes;
import dev.lockstep.core.analysis.duration.verdict.StudiedJob;
import dev.lockstep.core.analysis.duration.verdict.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// An analysis on a terminal: the verdict first, then what it rests on, what is lost, and the tables.
public final class AnalysisText {
    private final ReadFolder folder;
    private final List<JobVerdict> verdicts;
    private final List<String> lines = new ArrayList<>();

    /// Of all jobs that were found.
    public AnalysisText(ReadFolder folder, List<JobVerdict> verdicts) {
        this.folder = folder;
        this.verdicts = verdicts;
    }

    /// All lines.
    public List<String> lines() {
        if (verdicts.isEmpty()) {
            lines.add("No operation of a communicator was read: nothing can be told.");
        }
        for (JobVerdict verdict : verdicts) {
            job(verdict);
        }
        LossText.of(folder).forEach(lines::add);
        return lines;
    }

    private void job(JobVerdict verdict) {
        lines.add(Verdicts.sentence(verdict));
        lines.add("");
        lines.add(jobLine(verdict));
        for (Finding finding : verdict.findings()) {
            lines.add("");
            List<String> facts = finding.evidence().facts();
            lines.add(finding.severity() + " " + finding.kind().label() + ", " + percent(finding.confidence())
                    + " sure: " + facts.getFirst());
            facts.subList(1, facts.size()).forEach(fact -> lines.add("  - " + fact));
            lines.add("  next: " + finding.nextStep());
        }
        List<String> notes = Verdicts.notes(verdict);
        if (!notes.isEmpty()) {
            lines.add("");
            notes.forEach(note -> lines.add("note: " + note));
        }
        lines.add("");
        lines.add(coverage(verdict.coverage()));
        lines.add("");
        lines.addAll(SeriesTable.of(verdict));
        lines.add("");
    }

    private static String jobLine(JobVerdict verdict) {
        StudiedJob job = verdict.job();
        StepTimes times = verdict.times();
        StringBuilder line = new StringBuilder("job ").append(job.id());
        line.append(": ").append(job.ranks()).append(" ranks");
        if (job.processes().size() < job.ranks()) {
            line.append(" (files of ").append(job.processes().size()).append(")");
        }
        line.append(" on ").append(String.join(", ", job.hosts()));
        line.append("; ").append(job.communicators().size()).append(" communicators");
        if (times.isStepKnown() && times.steps() > 1) {
            line.append(String.format(Locale.ROOT, "; about %.0f steps", times.steps()));
            times.stepSeconds().ifPresent(step -> line.append(" of ").append(Words.seconds(step)));
        }
        if (job.world().isEmpty()) {
            line.append("; no communicator has all ranks, so ranks are those of their communicators");
        }
        if (!job.missingRanks().isEmpty()) {
            line.append("; no file of ").append(Ranks.list(job.missingRanks()));
        }
        return line.toString();
    }

    private static String coverage(Coverage coverage) {
        List<String> parts = new ArrayList<>();
        add(parts, coverage.gaps(), "lost on a rank and recorded by a peer");
        add(parts, coverage.untold(), "below Inspector's size floor or overwritten in its ring");
        add(parts, coverage.tails(), "behind a rank's last record");
        add(parts, coverage.refused(), "refused, with a size or number that cannot be");
        add(parts, coverage.tooLate(), "read too late to be matched");
        add(parts, coverage.pointToPointUnreported(), "Send and Recv without a record");
        String sends = coverage.pointToPoint() == 0
                ? ""
                : ", " + coverage.pointToPoint() + " Sends and Recvs"
                        + (coverage.pointToPointUntimed() == 0
                                ? ""
                                : " (" + coverage.pointToPointUntimed() + " without a time of the GPU)");
        return "coverage " + percent(coverage.ofOperations()) + " of the operations of " + coverage.ranksSeen() + " of "
                + coverage.ranks() + " ranks: " + coverage.seen() + " collectives read" + sends
                + (parts.isEmpty() ? "" : "; not seen: " + String.join(", ", parts));
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(count + " " + what);
        }
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", Math.floor(100 * share));
    }
}
