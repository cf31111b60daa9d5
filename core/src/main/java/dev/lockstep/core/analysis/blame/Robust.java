// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import java.util.Arrays;

/// Statistics that a few wild values do not move.
final class Robust {
    /// Makes the median absolute deviation of a normal distribution its standard deviation.
    private static final double MAD_TO_SIGMA = 1.4826;

    private Robust() {}

    /// The value below which that share of the first `count` lies; sorts them. Not a number if there is none.
    static float quantile(float[] values, int count, double share) {
        if (count == 0) {
            return Float.NaN;
        }
        Arrays.sort(values, 0, count);
        return values[(int) (share * (count - 1))];
    }

    /// The middle one; sorts them.
    static float median(float[] values, int count) {
        if (count == 0) {
            return Float.NaN;
        }
        Arrays.sort(values, 0, count);
        return (values[(count - 1) / 2] + values[count / 2]) / 2;
    }

    /// Standard deviation around `center` by the median of the distances, which it puts in the place of the
    /// values.
    static float sigma(float[] values, int count, float center) {
        for (int i = 0; i < count; i++) {
            values[i] = Math.abs(values[i] - center);
        }
        return (float) MAD_TO_SIGMA * median(values, count);
    }
}
