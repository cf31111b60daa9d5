// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import java.util.Arrays;

/// The latest transfers of one shape in one communicator, and what they took at first.
final class TransferTrack {
    private static final int RECENT_MAX = 64;
    private static final int SKIPPED = 3;
    private static final int BASELINE_ROWS = 24;
    /// Of many at one time, so many are kept, that the kept ones reach back far enough.
    private static final int PER_TIME_MAX = 8;

    private final float[] recent = new float[RECENT_MAX];
    private final long[] times = new long[RECENT_MAX];
    private final float[] first = new float[BASELINE_ROWS];
    private int next;
    private int held;
    private int sameTime;
    private long count;
    private float baseline = Float.NaN;

    /// One more; the first ones set up connections and do not count.
    void add(float nanos, long nowNanos, long spacingNanos) {
        count++;
        if (count <= SKIPPED) {
            return;
        }
        long known = count - SKIPPED - 1;
        if (known < BASELINE_ROWS) {
            first[(int) known] = nanos;
            if (known == BASELINE_ROWS - 1) {
                baseline = middle(first, BASELINE_ROWS);
            }
        }
        int newest = (next + RECENT_MAX - 1) % RECENT_MAX;
        if (held > 0 && sameTime >= PER_TIME_MAX && nowNanos - times[newest] < spacingNanos) {
            return;
        }
        sameTime = held > 0 && nowNanos - times[newest] < spacingNanos ? sameTime + 1 : 0;
        recent[next] = nanos;
        times[next] = nowNanos;
        next = (next + 1) % RECENT_MAX;
        held = Math.min(RECENT_MAX, held + 1);
    }

    /// How many transfers not older than that are remembered.
    int since(long nanos) {
        int found = 0;
        for (int i = 0; i < held; i++) {
            found += times[i] >= nanos ? 1 : 0;
        }
        return found;
    }

    /// The oldest of them.
    long oldestNanos() {
        long oldest = Long.MAX_VALUE;
        for (int i = 0; i < held; i++) {
            oldest = Math.min(oldest, times[i]);
        }
        return oldest;
    }

    /// The middle of those that are not older than that.
    float middleSince(long nanos) {
        float[] found = new float[held];
        int count = 0;
        for (int i = 0; i < held; i++) {
            if (times[i] >= nanos) {
                found[count++] = recent[i];
            }
        }
        return middle(found, count);
    }

    /// Which share of those that are not older than that is above a bound.
    double shareAbove(float bound, long nanos) {
        int found = 0;
        int above = 0;
        for (int i = 0; i < held; i++) {
            if (times[i] >= nanos) {
                found++;
                above += recent[i] > bound ? 1 : 0;
            }
        }
        return found == 0 ? 0 : above / (double) found;
    }

    /// What they took at first; not a number until enough were seen.
    float baselineNanos() {
        return baseline;
    }

    private static float middle(float[] values, int count) {
        if (count == 0) {
            return Float.NaN;
        }
        float[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[count / 2];
    }
}
