// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame.time;

import java.util.Arrays;

/// How long one GPU was in kernels of NCCL from reading to reading of its agent. Heartbeats count everything,
/// whatever sample of the single operations is told, so these sums are exact. An operation counts in the reading that
/// found it done.
public final class Pulse {
    private static final int READINGS_MAX = 64;

    private static final int READINGS_AT_FIRST = 8;

    // Of each reading three numbers, one behind the other: there is a pulse of each GPU, and most of the time that one
    // more reading takes is the way to where it goes.
    private static final int NUMBERS = 3;
    private static final int END = 0;
    private static final int LENGTH = 1;
    private static final int BUSY = 2;

    private long[] readings = new long[NUMBERS * READINGS_AT_FIRST];
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
            int at = at(count++);
            if (at == readings.length) {
                readings = Arrays.copyOf(readings, Math.min(2 * readings.length, NUMBERS * READINGS_MAX));
            }
            readings[at + END] = nodeNanos;
            readings[at + LENGTH] = nodeNanos - lastNanos;
            readings[at + BUSY] = busyNanos;
        }
        lastNanos = nodeNanos;
        heardNanos = nowNanos;
    }

    private static int at(long reading) {
        return NUMBERS * (int) (reading % READINGS_MAX);
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
            int at = at(i);
            long length = readings[at + LENGTH];
            // Readings are not exactly a second apart: each belongs to the stretch in which its middle lies.
            long age = lastNanos - readings[at + END] + length / 2;
            if (age >= before + nanos) {
                break;
            }
            if (age >= before) {
                seen += length;
                sum += readings[at + BUSY];
            }
        }
        return seen < seenMin * nanos ? Float.NaN : (float) (sum * (nanos / (double) seen));
    }
}
