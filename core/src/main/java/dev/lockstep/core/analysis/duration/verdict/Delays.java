// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.outlier.Numbers;
import java.util.List;

/// How much later than its peers each process came, over the run: what a picture of the ranks shows.
public final class Delays {
    private static final double REFERENCE = 0.75;

    private Delays() {}

    /// Seconds for one step, by process and window; NaN where it is not known. Not below 0.
    public static double[][] of(JobVerdict verdict) {
        StepTimes times = verdict.times();
        double[][] delays = new double[verdict.job().processes().size()][times.windows()];
        for (List<Integer> cohort : Cohorts.of(verdict.job())) {
            for (int window = 0; window < times.windows(); window++) {
                int at = window;
                double[] kernels = cohort.stream()
                        .mapToDouble(process -> times.kernelSeconds(process, at))
                        .toArray();
                double reference = Numbers.quantile(kernels, REFERENCE);
                for (int i = 0; i < kernels.length; i++) {
                    double delay = reference - kernels[i];
                    delays[cohort.get(i)][window] = Double.isNaN(delay) ? delay : Math.max(0, delay);
                }
            }
        }
        return delays;
    }

    /// Seconds of transfer in one step of a mean rank, by window.
    public static double[] transfers(JobVerdict verdict) {
        StepTimes times = verdict.times();
        double[] sums = new double[times.windows()];
        for (StepTimes.Part part : times.parts()) {
            double[] seconds = times.transferSeconds(part);
            double overall = part.series().meanTransferSeconds();
            double share = part.communicator().processes().size() / (double) times.processes();
            for (int window = 0; window < sums.length; window++) {
                double each = Double.isNaN(seconds[window]) ? overall : seconds[window];
                sums[window] += part.perStep(times.steps()) * each * share;
            }
        }
        return sums;
    }

    /// Seconds in kernels of collectives in one step of a mean rank, by window.
    public static double[] kernels(JobVerdict verdict) {
        StepTimes times = verdict.times();
        double[] means = new double[times.windows()];
        for (int window = 0; window < means.length; window++) {
            double[] ranks = new double[times.processes()];
            for (int process = 0; process < ranks.length; process++) {
                ranks[process] = times.kernelSeconds(process, window);
            }
            means[window] = Numbers.mean(ranks);
        }
        return means;
    }
}
