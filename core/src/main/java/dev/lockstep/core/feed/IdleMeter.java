// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

/// How long a GPU ran nothing of NCCL before each operation: from the last stop of any earlier one to its start, 0
/// while
/// another one runs. For one GPU, over all of its communicators, in the order of start; what comes a little late counts
/// against what it knows.
///
/// That time is what the rank did by itself: it computed, or waited for its host. Only the difference to its peers
/// means
/// something.
public final class IdleMeter {
    private long lastStopNanos = Long.MIN_VALUE;

    /// Of a GPU of which nothing was seen yet.
    public IdleMeter() {}

    /// Idle time before the operation; {@link OperationColumns#NONE} before the first one and after {@link #forget}.
    public long idleBefore(long startNanos, long stopNanos) {
        long last = lastStopNanos;
        lastStopNanos = Math.max(last, stopNanos);
        if (last == Long.MIN_VALUE) {
            return OperationColumns.NONE;
        }
        return Math.max(0, startNanos - last);
    }

    /// Operations were lost: the time before the next one is not known.
    public void forget() {
        lastStopNanos = Long.MIN_VALUE;
    }
}
