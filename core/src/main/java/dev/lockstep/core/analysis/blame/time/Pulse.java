// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame.time;

/// How long one GPU was in kernels of NCCL from reading to reading of its agent. Heartbeats count everything,
/// whatever sample of the single operations is told, so these sums are exact. An operation counts in the reading that
/// found it done.
public final class Pulse {
    private static final int READINGS_MAX = 64;

    private final long[] ends = new long[READINGS_MAX];
    private final long[] lengths = new long[READINGS_MAX];
    private final long[] busy = new long[READINGS_MAX];
    private long count;
    private long lastNanos;
    private long heardNanos = Long.MIN_VALUE;

    /// Of a GPU of which nothing was read yet.
    public Pulse() {}

    /// One more reading.
    ///
    /// @param nodeNanos when, by the clock of its node
    /// @param busyNanos time in kernels since the reading before
    /// @param isWhole whether nothing between the two is missing
    public void read(long nodeNanos, long busyNanos, boolean isWhole, long nowNanos) {
        if (isWhole && nodeNanos > lastNanos) {
            int slot = (int) (count++ % READINGS_MAX);
            ends[slot] = nodeNanos;
            lengths[slot] = nodeNanos - lastNanos;
            busy[slot] = busyNanos;
        }
        lastNanos = nodeNanos;
        heardNanos = nowNanos;
    }

    /// When its agent told anything last, by the caller's clock; the least possible number if it never did.
    public long heardNanos() {
        return heardNanos;
    }

    /// Time in kernels in the last `nanos` but those of the last `before`, as if all of them had been seen; not a
    /// number if less than that part was.
    public float busyNanos(long before, long nanos, double seenMin) {
        long seen = 0;
        long sum = 0;
        for (long i = count - 1; i >= 0 && i > count - READINGS_MAX; i--) {
            int slot = (int) (i % READINGS_MAX);
            // Readings are not exactly a second apart: each belongs to the stretch in which its middle lies.
            long age = lastNanos - ends[slot] + lengths[slot] / 2;
            if (age >= before + nanos) {
                break;
            }
            if (age >= before) {
                seen += lengths[slot];
                sum += busy[slot];
            }
        }
        return seen < seenMin * nanos ? Float.NaN : (float) (sum * (nanos / (double) seen));
    }
}
