// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import java.util.Arrays;

/// The latest transfers of one shape in one communicator, and what they took at first.
final class TransferTrack {
    private static final int RECENT_MAX = 64;
    private static final int SKIPPED = 3;
    private static final int BASELINE_ROWS = 24;
    private static final int BASELINE_ROWS_MIN = 8;
    /// Of many at one time, so many are kept, that the kept ones reach back far enough.
    private static final int PER_TIME_MAX = 4;
    /// One slow step is no slow path.
    private static final int TIMES_MIN = 3;
    /// Where operations are rare or sampled, so old ones still count.
    private static final long OLD_NANOS = 20_000_000_000L;

    private static final double MAD_TO_SIGMA = 1.4826;

    /// What the latest transfers took.
    ///
    /// @param rows how many there are
    /// @param middle the median
    /// @param values all of them, newest first
    /// @param times when each was seen
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Recent(int rows, float middle, float[] values, long[] times) {
        static final Recent NONE = new Recent(0, Float.NaN, new float[0], new long[0]);

        /// Which share of them is above a bound.
        double shareAbove(double bound) {
            int above = 0;
            for (int i = 0; i < rows; i++) {
                above += values[i] > bound ? 1 : 0;
            }
            return rows == 0 ? 0 : above / (double) rows;
        }

        /// Those that were seen between two moments, the least first.
        float[] valuesBetween(long from, long to) {
            float[] between = new float[rows];
            int count = 0;
            for (int i = 0; i < rows; i++) {
                if (times[i] >= from && times[i] <= to) {
                    between[count++] = values[i];
                }
            }
            float[] sorted = Arrays.copyOf(between, count);
            Arrays.sort(sorted);
            return sorted;
        }
    }

    private final float[] recent = new float[RECENT_MAX];
    private final long[] times = new long[RECENT_MAX];
    private final float[] first = new float[BASELINE_ROWS];
    private int next;
    private int held;
    private int sameTime;
    private long count;
    private float baseline = Float.NaN;
    private double spread;

    /// One more; the first ones set up connections and do not count.
    void add(float nanos, long nowNanos, long spacingNanos) {
        count++;
        if (count <= SKIPPED) {
            return;
        }
        long known = count - SKIPPED - 1;
        if (known < BASELINE_ROWS) {
            first[(int) known] = nanos;
            learn((int) known + 1);
        }
        int newest = (next + RECENT_MAX - 1) % RECENT_MAX;
        if (held > 0 && sameTime >= PER_TIME_MAX && nowNanos - times[newest] < spacingNanos) {
            return;
        }
        sameTime = held > 0 && nowNanos - times[newest] < spacingNanos ? sameTime + 1 : 1;
        recent[next] = nanos;
        times[next] = nowNanos;
        next = (next + 1) % RECENT_MAX;
        held = Math.min(RECENT_MAX, held + 1);
    }

    /// Those of the window, or as many older ones as are needed; none if there are too few or all are of one time.
    Recent recent(LinkSettings settings, long nowNanos) {
        float[] found = new float[held];
        long[] seen = new long[held];
        int rows = 0;
        int distinct = 0;
        long before = Long.MAX_VALUE;
        for (int i = 1; i <= held; i++) {
            int slot = (next + RECENT_MAX - i) % RECENT_MAX;
            boolean isEnough = rows >= settings.rowsMin() && distinct >= TIMES_MIN;
            long age = nowNanos - times[slot];
            if ((isEnough && age > settings.windowNanos() && times[slot] != before) || age > OLD_NANOS) {
                break;
            }
            seen[rows] = times[slot];
            found[rows++] = recent[slot];
            distinct += times[slot] != before ? 1 : 0;
            before = times[slot];
        }
        boolean isEnough = rows >= settings.rowsMin() && distinct >= TIMES_MIN;
        return isEnough ? new Recent(rows, middle(found, rows), found, seen) : Recent.NONE;
    }

    private void learn(int known) {
        float middle = middle(first, known);
        float[] distances = new float[known];
        for (int i = 0; i < known; i++) {
            distances[i] = Math.abs(first[i] - middle);
        }
        spread = MAD_TO_SIGMA * middle(distances, known) / middle;
        baseline = known < BASELINE_ROWS_MIN ? Float.NaN : middle;
    }

    /// What they took at first; not a number until enough were seen.
    float baselineNanos() {
        return baseline;
    }

    /// By how much they varied then, as a share.
    double spread() {
        return spread;
    }

    private static float middle(float[] values, int count) {
        float[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[count / 2];
    }
}
