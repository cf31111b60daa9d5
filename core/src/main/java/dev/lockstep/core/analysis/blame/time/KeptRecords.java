// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame.time;

/// The latest operations that one rank told of in one communicator. All ranks of it keep the same ones.
public final class KeptRecords {
    private static final int RECORDS_MAX = 32;

    private final long[] ordinals = new long[RECORDS_MAX];
    private final float[] idle = new float[RECORDS_MAX];
    private final float[] host = new float[RECORDS_MAX];
    private final long[] enqueues = new long[RECORDS_MAX];
    private final long[] stops = new long[RECORDS_MAX];
    private long newestStop = Long.MIN_VALUE;
    private int count;

    /// None yet.
    public KeptRecords() {}

    /// One more, instead of the oldest.
    public void add(long ordinal, float idleNanos, float hostNanos, long enqueueNanos, long stopNanos) {
        int slot = count++ % RECORDS_MAX;
        ordinals[slot] = ordinal;
        idle[slot] = idleNanos;
        host[slot] = hostNanos;
        enqueues[slot] = enqueueNanos;
        stops[slot] = stopNanos;
        newestStop = Math.max(newestStop, stopNanos);
    }

    /// How many are held.
    public int size() {
        return Math.min(count, RECORDS_MAX);
    }

    /// Number of the `i`th.
    public long ordinal(int i) {
        return ordinals[i];
    }

    /// Where that operation is; negative if it is not here.
    public int find(long ordinal) {
        for (int i = 0; i < size(); i++) {
            if (ordinals[i] == ordinal) {
                return i;
            }
        }
        return -1;
    }

    /// How long before the newest the `i`th ended.
    public long ageNanos(int i) {
        return newestStop - stops[i];
    }

    /// Idle time before the `i`th.
    public float idleNanos(int i) {
        return idle[i];
    }

    /// How much of it was before its host had enqueued it.
    public float hostNanos(int i) {
        return host[i];
    }

    /// When its host enqueued it; negative if unknown.
    public long enqueueNanos(int i) {
        return enqueues[i];
    }
}
