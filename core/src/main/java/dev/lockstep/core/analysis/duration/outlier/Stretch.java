// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.outlier;

import java.util.Arrays;

/// The part of a run, in windows from `from` to before `to`, in which something stands out most.
///
/// @param mean of what stands out, over the stretch
/// @param standardError of that mean
public record Stretch(int from, int to, double mean, double standardError) {
    /// The stretch that stands out most from `level` on; its ends lie where half of what it has on average is passed.
    public static Stretch of(double[] values, double level) {
        double rough = largest(values, level).mean();
        return largest(values, Math.max(level, rough / 2));
    }

    /// The stretch in which the sum of what is above `level` is largest; NaN counts as `level`.
    private static Stretch largest(double[] values, double level) {
        int bestFrom = 0;
        int bestTo = 0;
        double best = 0;
        double sum = 0;
        int from = 0;
        for (int i = 0; i < values.length; i++) {
            sum += Double.isNaN(values[i]) ? 0 : values[i] - level;
            if (sum <= 0) {
                sum = 0;
                from = i + 1;
            } else if (sum > best) {
                best = sum;
                bestFrom = from;
                bestTo = i + 1;
            }
        }
        double[] inside = Arrays.copyOfRange(values, bestFrom, bestTo);
        double mean = inside.length == 0 ? 0 : Numbers.mean(inside);
        return new Stretch(bestFrom, bestTo, Double.isNaN(mean) ? 0 : mean, Numbers.standardError(inside));
    }

    /// Mean of other values over its windows; 0 where nothing is known.
    public double meanOf(double[] values) {
        double mean = Numbers.mean(Arrays.copyOfRange(values, from, to));
        return Double.isNaN(mean) ? 0 : mean;
    }

    /// How many windows it has.
    public int length() {
        return to - from;
    }

    /// Whether a window lies in it.
    public boolean has(int window) {
        return window >= from && window < to;
    }
}
