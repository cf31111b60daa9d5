// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.model.NcclFunction;
import java.util.Arrays;

/// Columns that grow until they are handed over; then it begins anew.
final class ColumnsBuilder {
    private static final int CAPACITY_MIN = 16;
    private static final int COLUMNS = 7;
    private static final int SEQUENCE = 0;
    private static final int ORDINAL = 1;
    private static final int SIZE = 2;
    private static final int ENQUEUE = 3;
    private static final int START = 4;
    private static final int STOP = 5;
    private static final int IDLE = 6;

    private final NcclFunction function;
    private final String algorithm;
    private final String protocol;
    private long[][] columns = empty();
    private byte[] flags = new byte[CAPACITY_MIN];
    private int count;

    ColumnsBuilder(NcclFunction function, String algorithm, String protocol) {
        this.function = function;
        this.algorithm = algorithm;
        this.protocol = protocol;
    }

    boolean isOf(NcclFunction otherFunction, String otherAlgorithm, String otherProtocol) {
        return function == otherFunction && algorithm.equals(otherAlgorithm) && protocol.equals(otherProtocol);
    }

    boolean isEmpty() {
        return count == 0;
    }

    /// Begins a record; its stamps may follow.
    void add(long sequence, long ordinal, long sizeBytes, long enqueueNanos) {
        if (count == flags.length) {
            grow();
        }
        columns[SEQUENCE][count] = sequence;
        columns[ORDINAL][count] = ordinal;
        columns[SIZE][count] = sizeBytes;
        columns[ENQUEUE][count] = enqueueNanos;
        stamp(OperationColumns.NONE, OperationColumns.NONE, OperationColumns.NONE, 0);
        count++;
    }

    /// The stamps of the record added last.
    void stampLast(long startNanos, long stopNanos, long idleNanos, int recordFlags) {
        count--;
        stamp(startNanos, stopNanos, idleNanos, recordFlags);
        count++;
    }

    private void stamp(long startNanos, long stopNanos, long idleNanos, int recordFlags) {
        columns[START][count] = startNanos;
        columns[STOP][count] = stopNanos;
        columns[IDLE][count] = idleNanos;
        flags[count] = (byte) recordFlags;
    }

    OperationColumns take() {
        OperationColumns taken = new OperationColumns(
                function,
                algorithm,
                protocol,
                count,
                columns[SEQUENCE],
                columns[ORDINAL],
                columns[SIZE],
                columns[ENQUEUE],
                columns[START],
                columns[STOP],
                columns[IDLE],
                flags);
        columns = empty();
        flags = new byte[CAPACITY_MIN];
        count = 0;
        return taken;
    }

    private void grow() {
        int capacity = flags.length * 2;
        for (int i = 0; i < COLUMNS; i++) {
            columns[i] = Arrays.copyOf(columns[i], capacity);
        }
        flags = Arrays.copyOf(flags, capacity);
    }

    private static long[][] empty() {
        return new long[COLUMNS][CAPACITY_MIN];
    }
}
