// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.outlier;

import java.util.Arrays;

/// Order statistics that leave out what is not a number.
public final class Numbers {
    private static final double MAD_TO_SIGMA = 1.4826;

    private Numbers() {}

    /// The quantile of the numbers among `values`; NaN if there is none.
    public static double quantile(double[] values, double q) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double place = q * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /// The middle one; NaN if there is none.
    public static double median(double[] values) {
        return quantile(values, 0.5);
    }

    /// A robust standard deviation, by those at or below `centre` only: what is above may be what is looked for.
    public static double lowerSpread(double[] values, double centre) {
        return MAD_TO_SIGMA
                * median(Arrays.stream(values)
                        .filter(value -> value <= centre)
                        .map(value -> centre - value)
                        .toArray());
    }

    /// A robust standard deviation of those at or above the median: the lower half may be what is looked for.
    public static double upperSpread(double[] values) {
        double median = median(values);
        double[] upper = Arrays.stream(values).filter(value -> value >= median).toArray();
        double centre = median(upper);
        return MAD_TO_SIGMA
                * median(Arrays.stream(upper)
                        .map(value -> Math.abs(value - centre))
                        .toArray());
    }

    /// A robust standard deviation.
    public static double spread(double[] values) {
        double centre = median(values);
        return MAD_TO_SIGMA
                * median(Arrays.stream(values)
                        .map(value -> Math.abs(value - centre))
                        .toArray());
    }

    /// The mean of the numbers among `values`; NaN if there is none.
    public static double mean(double[] values) {
        return Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .average()
                .orElse(Double.NaN);
    }

    /// Standard error of the mean.
    public static double standardError(double[] values) {
        double[] numbers =
                Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
        if (numbers.length < 2) {
            return 0;
        }
        double mean = mean(numbers);
        double squares = Arrays.stream(numbers)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(squares / (numbers.length - 1) / numbers.length);
    }
}
