// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds the processes that come late for reasons of their own.
///
/// All processes of a job take the same time for a step. What one does not spend in kernels of collectives it spends on
/// its own, so who spends clearly less there than its peers is the one that they wait for. Who merely waited for a late
/// peer and came late to another communicator by that has spent the time in a kernel, and is not named.
final class LateRanks {
    private static final double STEP_SHARE_MIN = 0.015;
    private static final double KERNEL_SHARE_MIN = 0.03;
    private static final double SIGMAS_MIN = 6;
    private static final double TYPICAL_SHARE_MIN = 0.4;
    private static final double REFERENCE = 0.75;
    private static final double CONFIDENCE_OF_TWO = 0.75;
    private static final double CONFIDENCE_MAX = 0.99;
    private static final double SEEN_MIN = 0.5;
    private static final int STRETCH_MIN = 3;
    private static final int STRETCH_SHARE = 10;

    private final StudiedJob job;
    private final StepTimes times;
    private final List<LateRank> late = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    LateRanks(StudiedJob job, StepTimes times) {
        this.job = job;
        this.times = times;
        List<List<Integer>> cohorts = Cohorts.of(job);
        if (seen() < SEEN_MIN) {
            notes.add("nobody can be named: there are files of "
                    + job.processes().size() + " of " + job.ranks() + " ranks");
            return;
        }
        cohorts.forEach(this::withinCohort);
        if (cohorts.size() > 1) {
            betweenCohorts(cohorts);
        }
    }

    private double seen() {
        return job.processes().size() / (double) Math.max(1, job.ranks());
    }

    /// Those that came late, in the order of the job's processes; what they cost is not told yet.
    List<LateRank> late() {
        return late;
    }

    /// What cannot be told, in sentences.
    List<String> notes() {
        return notes;
    }

    private void withinCohort(List<Integer> cohort) {
        double[][] kernels = cohort.stream().map(times::kernelSeconds).toArray(double[][]::new);
        List<Candidate> found = candidates(kernels);
        if (found.size() > Math.max(1, cohort.size() / 2)) {
            notes.add("more than half of " + cohort.size()
                    + " ranks spend less time in collectives than the others: that is no lateness of a few");
            return;
        }
        for (Candidate candidate : found) {
            int process = cohort.get(candidate.index());
            if (isTypical(cohort, process, candidate)) {
                late.add(lateRank(process, candidate, cohort.size()));
            } else {
                notes.add(job.label(job.processes().get(process))
                        + " made its peers wait now and then, not in a typical step: a pause such as a checkpoint");
            }
        }
    }

    private LateRank lateRank(int process, Candidate candidate, int peers) {
        double certainty = Math.min(CONFIDENCE_MAX, 1 - 1.2 / candidate.sigmas());
        double limit = peers == 2 ? CONFIDENCE_OF_TWO : CONFIDENCE_MAX;
        double bySight = 0.85 + 0.15 * seen();
        return new LateRank(
                job.processes().get(process),
                candidate.stretch().mean(),
                candidate.stretch(),
                candidate.sigmas(),
                Math.min(limit, certainty * bySight),
                0);
    }

    /// A row that lies below the others.
    private record Candidate(int index, Stretch stretch, double sigmas) {}

    private List<Candidate> candidates(double[][] kernels) {
        List<Candidate> found = new ArrayList<>();
        if (kernels.length < 2) {
            return found;
        }
        double[] reference = reference(kernels);
        double[] totals = Arrays.stream(kernels).mapToDouble(Numbers::mean).toArray();
        double spread = Numbers.upperSpread(totals);
        double least = leastDelay(reference);
        for (int i = 0; i < kernels.length; i++) {
            double[] delays = new double[reference.length];
            for (int window = 0; window < delays.length; window++) {
                delays[window] = reference[window] - kernels[i][window];
            }
            Stretch stretch = Stretch.of(delays, least / 2);
            double ofStretch = spread * Math.sqrt(delays.length / (double) Math.max(1, stretch.length()));
            double error = Math.max(Math.max(ofStretch, stretch.standardError()), least / 100);
            double sigmas = stretch.mean() / error;
            int shortest = Math.min(delays.length, Math.max(STRETCH_MIN, delays.length / STRETCH_SHARE));
            if (stretch.length() >= shortest && stretch.mean() >= least && sigmas >= SIGMAS_MIN) {
                found.add(new Candidate(i, stretch, sigmas));
            }
        }
        return found;
    }

    private static double[] reference(double[][] kernels) {
        double[] reference = new double[kernels[0].length];
        for (int window = 0; window < reference.length; window++) {
            int at = window;
            reference[window] = Numbers.quantile(
                    Arrays.stream(kernels).mapToDouble(row -> row[at]).toArray(), REFERENCE);
        }
        return reference;
    }

    /// Less than that is not worth a finding.
    private double leastDelay(double[] reference) {
        double ofKernels = KERNEL_SHARE_MIN * Numbers.mean(reference);
        return times.stepSeconds().isPresent()
                ? Math.max(STEP_SHARE_MIN * times.stepSeconds().getAsDouble(), ofKernels / 2)
                : ofKernels;
    }

    /// Whether it was late in a typical step too, and not by a few long pauses.
    private boolean isTypical(List<Integer> cohort, int process, Candidate candidate) {
        double[] typical = cohort.stream()
                .mapToDouble(each -> times.typicalSeconds(job.processes().get(each), candidate.stretch()))
                .toArray();
        double own = times.typicalSeconds(job.processes().get(process), candidate.stretch());
        double delay = Numbers.quantile(typical, REFERENCE) - own;
        return delay >= TYPICAL_SHARE_MIN * candidate.stretch().mean();
    }

    /// Whole cohorts against each other: of three and more, one that is late among equals is late; two of a pipeline
    /// differ by what they do.
    private void betweenCohorts(List<List<Integer>> cohorts) {
        double[][] kernels = cohorts.stream().map(this::medianOf).toArray(double[][]::new);
        List<Candidate> found = candidates(kernels);
        double[] totals = Arrays.stream(kernels).mapToDouble(Numbers::mean).toArray();
        for (Candidate candidate : found) {
            List<Integer> cohort = cohorts.get(candidate.index());
            boolean areOthersEqual =
                    Numbers.upperSpread(totals) <= candidate.stretch().mean() / 4;
            boolean isOneOfMany = cohorts.size() > 2 && found.size() <= cohorts.size() / 3.0 && areOthersEqual;
            if (isOneOfMany) {
                cohort.stream()
                        .filter(process -> late.stream().noneMatch(each -> times.index(each.process()) == process))
                        .forEach(process -> late.add(lateRank(process, candidate, cohorts.size())));
            } else {
                notes.add(names(cohort) + " spend less time in collectives than the others: they come later, or have"
                        + " another part to do, as stages of a pipeline have; these files cannot tell which");
            }
        }
    }

    private double[] medianOf(List<Integer> cohort) {
        double[] median = new double[times.windows()];
        for (int window = 0; window < median.length; window++) {
            int at = window;
            median[window] = Numbers.median(cohort.stream()
                    .mapToDouble(process -> times.kernelSeconds(process, at))
                    .toArray());
        }
        return median;
    }

    private String names(List<Integer> cohort) {
        return Ranks.list(job, cohort.stream().map(job.processes()::get).toList());
    }
}
