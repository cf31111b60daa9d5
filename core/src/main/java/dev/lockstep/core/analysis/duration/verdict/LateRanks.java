// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.outlier.LowRow;
import dev.lockstep.core.analysis.duration.outlier.Numbers;
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
    private static final double OFTEN_MIN = 0.22;
    private static final double OFTEN_OF_PARTS_MIN = 0.04;
    private static final double CONFIDENCE_OF_TWO = 0.75;
    private static final double CONFIDENCE_MAX = 0.99;
    private static final double SEEN_MIN = 0.5;

    private final StudiedJob job;
    private final StepTimes times;
    private final List<LateRank> late = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    LateRanks(StudiedJob job, StepTimes times) {
        this.job = job;
        this.times = times;
        if (seen() < SEEN_MIN) {
            notes.add("nobody can be named: there are files of "
                    + job.processes().size() + " of " + job.ranks() + " ranks");
            return;
        }
        Pipelines pipelines = new Pipelines(job);
        List<List<Integer>> cohorts = Cohorts.of(job, pipelines);
        cohorts.forEach(this::withinCohort);
        if (cohorts.size() > 1) {
            PassedOn passedOn = new PassedOn(job, times, pipelines, cohorts);
            late.removeIf(passedOn.of(List.copyOf(late))::contains);
            if (!pipelines.isAny()) {
                betweenCohorts(cohorts);
            }
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
        List<LowRow> found = LowRow.of(kernels, leastDelay(kernels));
        if (found.size() > Math.max(1, cohort.size() / 2)) {
            notes.add("more than half of " + cohort.size()
                    + " ranks spend less time in collectives than the others: that is no lateness of a few");
            return;
        }
        for (LowRow low : found) {
            LateRank rank = lateRank(cohort.get(low.index()), low, cohort.size());
            if (rank.often() >= (times.isStepSure() ? OFTEN_MIN : OFTEN_OF_PARTS_MIN)) {
                late.add(rank);
            } else {
                notes.add(job.label(rank.process())
                        + " made its peers wait now and then, not in a typical step: a pause such as a checkpoint");
            }
        }
    }

    private LateRank lateRank(int process, LowRow low, int peers) {
        double certainty = Math.min(CONFIDENCE_MAX, 1 - 1.2 / low.sigmas());
        double limit = peers == 2 ? CONFIDENCE_OF_TWO : CONFIDENCE_MAX;
        double bySight = 0.85 + 0.15 * seen();
        return new LateRank(
                job.processes().get(process),
                low.below(),
                low.stretch(),
                times.shareOfSteps(job.processes().get(process), low.stretch()),
                Math.min(limit, certainty * bySight),
                0);
    }

    /// Less than that is not worth a finding.
    private double leastDelay(double[][] kernels) {
        double usual =
                Numbers.median(Arrays.stream(kernels).mapToDouble(Numbers::mean).toArray());
        double ofKernels = KERNEL_SHARE_MIN * usual;
        return times.stepSeconds().isPresent()
                ? Math.max(STEP_SHARE_MIN * times.stepSeconds().getAsDouble(), ofKernels / 2)
                : ofKernels;
    }

    /// Whole cohorts against each other: of three and more, one that is late among equals is late; two of a pipeline
    /// differ by what they do.
    private void betweenCohorts(List<List<Integer>> cohorts) {
        double[][] kernels = cohorts.stream().map(this::medianOf).toArray(double[][]::new);
        List<LowRow> found = LowRow.of(kernels, leastDelay(kernels));
        double[] totals = Arrays.stream(kernels).mapToDouble(Numbers::mean).toArray();
        for (LowRow low : found) {
            List<Integer> cohort = cohorts.get(low.index());
            boolean areOthersEqual = Numbers.upperSpread(totals) <= low.below() / 4;
            boolean isOneOfMany = cohorts.size() > 2 && found.size() <= cohorts.size() / 3.0 && areOthersEqual;
            if (isOneOfMany) {
                cohort.stream()
                        .filter(process -> late.stream().noneMatch(each -> times.index(each.process()) == process))
                        .forEach(process -> late.add(lateRank(process, low, cohorts.size())));
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
