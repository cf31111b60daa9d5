// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.drift;

import java.util.Arrays;

/// What the transfers of one shape in one communicator take, ten seconds after ten seconds, against what they took in
/// its first minutes. The sum of how far each ten seconds lie above that, in standard deviations less one, stays
/// about zero while nothing changes, and grows from the moment at which something does (Page's test), be it a jump
/// or slow.
final class DriftTrack {
    /// Seconds that are one value, the median of what was seen in them.
    private static final long SPAN_NANOS = 10_000_000_000L;

    private static final int SAMPLES_MAX = 32;
    private static final int SAMPLES_MIN = 3;
    private static final int WARM_UP_SPANS = 2;
    private static final int BASELINE_SPANS = 12;
    private static final int LATEST_SPANS = 6;
    private static final double MAD_TO_SIGMA = 1.4826;
    /// What is steadier than that is not known as well.
    private static final double SPREAD_MIN = 0.01;

    private static final double SLACK = 1;
    /// One span counts for no more, so that a single wild one proves nothing.
    private static final double STEP_MAX = 4;

    private static final double SUM_MIN = 16;
    private static final double FACTOR_MIN = 1.1;
    private static final double FACTOR_OVER = 1.05;

    private final float[] samples = new float[SAMPLES_MAX];
    private final float[] first = new float[BASELINE_SPANS];
    private final float[] latest = new float[LATEST_SPANS];
    private int sampled;
    private long beganNanos;
    private int spans;
    private double sum;
    private long changedNanos;
    private float baseline = Float.NaN;
    private double sigma;
    private boolean drifts;

    /// One more transfer.
    void add(float nanos, long nowNanos) {
        if (sampled > 0 && nowNanos - beganNanos >= SPAN_NANOS) {
            if (sampled >= SAMPLES_MIN) {
                close(nowNanos);
            }
            sampled = 0;
        }
        if (sampled == 0) {
            beganNanos = nowNanos;
        }
        if (sampled < SAMPLES_MAX) {
            samples[sampled++] = nanos;
        }
    }

    private void close(long nowNanos) {
        float middle = median(samples, sampled);
        int known = spans++ - WARM_UP_SPANS;
        if (known < 0) {
            return;
        }
        latest[known % LATEST_SPANS] = middle;
        if (known < BASELINE_SPANS) {
            first[known] = middle;
            if (known == BASELINE_SPANS - 1) {
                settle();
            }
            return;
        }
        if (sum == 0) {
            changedNanos = nowNanos;
        }
        sum = Math.max(0, sum + Math.min(STEP_MAX, (middle - baseline) / sigma - SLACK));
        double factor = factor();
        drifts = drifts ? factor >= FACTOR_OVER : sum >= SUM_MIN && factor >= FACTOR_MIN;
        sum = drifts || factor >= FACTOR_OVER ? sum : Math.min(sum, SUM_MIN);
    }

    private void settle() {
        baseline = median(first, BASELINE_SPANS);
        float[] distances = new float[BASELINE_SPANS];
        for (int i = 0; i < BASELINE_SPANS; i++) {
            distances[i] = Math.abs(first[i] - baseline);
        }
        sigma = Math.max(MAD_TO_SIGMA * median(distances, BASELINE_SPANS), SPREAD_MIN * baseline);
    }

    /// Whether it takes longer than it did, and stays so.
    boolean drifts() {
        return drifts;
    }

    /// Whether it is known by now what it took at first.
    boolean isSettled() {
        return !Float.isNaN(baseline);
    }

    /// What the last minute takes, as a multiple of what it took at first.
    double factor() {
        return latestNanos() / baseline;
    }

    /// What it takes in the last minute.
    float latestNanos() {
        return median(latest, LATEST_SPANS);
    }

    /// What it took at first.
    float baselineNanos() {
        return baseline;
    }

    /// When the change began, by the caller's clock.
    long changedNanos() {
        return changedNanos;
    }

    private static float median(float[] values, int count) {
        float[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    }
}
