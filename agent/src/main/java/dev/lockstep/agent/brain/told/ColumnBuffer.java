// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.shm.ring.RingEntry;
import java.util.Arrays;

/// Columns that are filled during one reading and filled anew in the next: what a batch holds of them is written
/// before.
final class ColumnBuffer {
    private static final int FIRST_ROOM = 32;

    private final NcclFunction function;
    private final String algorithm;
    private final String protocol;
    private int count;
    private long[] sequence = new long[FIRST_ROOM];
    private long[] ordinal = new long[FIRST_ROOM];
    private long[] sizeBytes = new long[FIRST_ROOM];
    private long[] enqueue = new long[FIRST_ROOM];
    private long[] start = new long[FIRST_ROOM];
    private long[] stop = new long[FIRST_ROOM];
    private long[] idle = new long[FIRST_ROOM];
    private byte[] flags = new byte[FIRST_ROOM];

    /// For operations like this one.
    ColumnBuffer(RingEntry like) {
        this.function = like.function();
        this.algorithm = like.algorithm();
        this.protocol = like.protocol();
    }

    boolean isOf(RingEntry entry) {
        return entry.function() == function
                && entry.algorithm().equals(algorithm)
                && entry.protocol().equals(protocol);
    }

    boolean isEmpty() {
        return count == 0;
    }

    /// Takes one in, and says which record it is. Its idle time comes by {@link #idle}.
    int add(RingEntry entry) {
        if (count == flags.length) {
            grow();
        }
        sequence[count] = entry.sequence() == RingEntry.NO_SEQUENCE ? OperationColumns.NONE : entry.sequence();
        ordinal[count] = entry.ordinal();
        sizeBytes[count] = entry.sizeBytes();
        enqueue[count] = entry.enqueuedMonotonicNanos();
        start[count] = entry.startGpuNanos();
        stop[count] = entry.stopGpuNanos();
        idle[count] = OperationColumns.NONE;
        flags[count] = flags(entry);
        return count++;
    }

    void idle(int record, long nanos) {
        idle[record] = nanos;
    }

    private static byte flags(RingEntry entry) {
        int timed = entry.isTimed() ? OperationColumns.TIMED : 0;
        return (byte) (entry.isFused() ? timed | OperationColumns.FUSED : timed);
    }

    private void grow() {
        int room = count * 2;
        sequence = Arrays.copyOf(sequence, room);
        ordinal = Arrays.copyOf(ordinal, room);
        sizeBytes = Arrays.copyOf(sizeBytes, room);
        enqueue = Arrays.copyOf(enqueue, room);
        start = Arrays.copyOf(start, room);
        stop = Arrays.copyOf(stop, room);
        idle = Arrays.copyOf(idle, room);
        flags = Arrays.copyOf(flags, room);
    }

    /// What is in it, for as long as nothing is added.
    OperationColumns columns() {
        return new OperationColumns(
                function, algorithm, protocol, count, sequence, ordinal, sizeBytes, enqueue, start, stop, idle, flags);
    }

    void clear() {
        count = 0;
    }
}
