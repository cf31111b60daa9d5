// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.outlier;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// A row that lies below the others for a stretch of the run.
///
/// @param below by how much, on average over the stretch
/// @param sigmas how many errors that is from nothing
public record LowRow(int index, Stretch stretch, double below, double sigmas) {
    private static final double SIGMAS_MIN = 6;
    private static final double ERRORS_MIN = 3;
    private static final int WINDOWS_MIN = 3;
    private static final int SHARE_MIN = 10;

    /// The rows that are lower than the others by `least` or more. Of each row, windows that stand out and are fewer
    /// than a stretch needs count as the next lower one: a pause is no stretch.
    ///
    /// @param rows of each the windows of the run; NaN where nothing is known
    public static List<LowRow> of(double[][] rows, double least) {
        if (rows.length < 2 || rows[0].length == 0) {
            return List.of();
        }
        double[][] below = belowOthers(rows);
        double noise =
                Numbers.median(Arrays.stream(below).mapToDouble(Numbers::spread).toArray());
        List<LowRow> found = new ArrayList<>();
        for (int row = 0; row < below.length; row++) {
            LowRow low = of(row, below, noise, least);
            if (low.stretch.length() >= shortest(below[row].length) && low.below >= least && low.sigmas >= SIGMAS_MIN) {
                found.add(low);
            }
        }
        return found;
    }

    private static LowRow of(int row, double[][] below, double noise, double least) {
        Stretch stretch = Stretch.of(below[row], least / 2);
        double[] means =
                Arrays.stream(below).mapToDouble(stretch::meanOf).sorted().toArray();
        double usual = means[(means.length - 1) / 2];
        double spread = Numbers.lowerSpread(means, usual);
        double excess = stretch.mean() - usual;
        double error = Math.max(Math.max(spread, noise / Math.sqrt(Math.max(1, stretch.length()))), least / 100);
        double sigmas = excess / error;
        double errors = stretch.standardError() > 0 ? excess / stretch.standardError() : Double.MAX_VALUE;
        return new LowRow(row, stretch, excess, Math.min(sigmas, errors * SIGMAS_MIN / ERRORS_MIN));
    }

    /// By how much each row is below those that are not low, over the windows.
    private static double[][] belowOthers(double[][] rows) {
        double[][] rough = below(rows, IntStream.range(0, rows.length).toArray());
        int[] others = IntStream.range(0, rows.length)
                .boxed()
                .sorted(Comparator.comparingDouble(row -> Numbers.mean(rough[row])))
                .limit((rows.length + 1) / 2)
                .mapToInt(Integer::intValue)
                .toArray();
        return below(rows, others);
    }

    private static double[][] below(double[][] rows, int[] others) {
        double[][] below = new double[rows.length][rows[0].length];
        for (int window = 0; window < rows[0].length; window++) {
            int at = window;
            double reference = Numbers.median(
                    Arrays.stream(others).mapToDouble(row -> rows[row][at]).toArray());
            for (int row = 0; row < rows.length; row++) {
                below[row][window] = reference - rows[row][window];
            }
        }
        Arrays.setAll(below, row -> withoutPeaks(below[row]));
        return below;
    }

    private static double[] withoutPeaks(double[] values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        int fewer = shortest(values.length) - 1;
        if (sorted.length <= 2 * fewer) {
            return values;
        }
        double least = sorted[fewer];
        double most = sorted[sorted.length - 1 - fewer];
        return Arrays.stream(values)
                .map(value -> Double.isNaN(value) ? value : Math.clamp(value, least, most))
                .toArray();
    }

    private static int shortest(int windows) {
        return Math.min(windows, Math.max(WINDOWS_MIN, windows / SHARE_MIN));
    }
}
