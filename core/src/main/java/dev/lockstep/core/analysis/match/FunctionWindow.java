// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.match;

import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.model.NcclFunction;
import java.util.Arrays;

/// The latest operations of one function of one communicator, by NCCL's number for them. An operation closes
/// when every rank has told of it, when its deadline has passed, or when its place is needed for a newer one.
///
/// Each operation has a row of cells, one a rank; the place of a row is its number modulo the rows. There are
/// few at first and more as soon as an open one would have to go.
public final class FunctionWindow {
    private static final long EMPTY = -1;
    private static final int CLOSED = -1;
    private static final int SLOTS_AT_FIRST = 16;

    private final int ranks;
    private final int slotsMax;
    private final long deadlineNanos;
    private final Tallies tallies;
    private final RowSink sink;
    private final Row row;
    private long[] numbers = new long[0];
    private long[] sizes = new long[0];
    private long[] opened = new long[0];
    private int[] reported = new int[0];
    private String[] algorithms = new String[0];
    private String[] protocols = new String[0];
    private float[] cells = new float[0];
    private int open;

    /// A window without operations, which hands those that close to `sink`.
    public FunctionWindow(NcclFunction function, int ranks, MatchLimits limits, Tallies tallies, RowSink sink) {
        this.ranks = ranks;
        this.slotsMax = limits.slotsMax(ranks);
        this.deadlineNanos = limits.deadlineNanos();
        this.tallies = tallies;
        this.sink = sink;
        this.row = new Row(function, ranks);
        resize(Math.min(SLOTS_AT_FIRST, slotsMax));
    }

    /// Takes in what one rank tells.
    public void accept(int commRank, OperationColumns columns, long nowNanos) {
        int count = columns.count();
        tallies.records(count);
        long[] sequence = columns.sequence();
        long startBefore = OperationColumns.NONE;
        for (int i = 0; i < count; i++) {
            long number = sequence[i];
            if (number < 0) {
                continue;
            }
            int slot = slot(number, columns, i, nowNanos);
            if (slot >= 0) {
                put(slot, commRank, nanos(columns, i, startBefore));
            }
            startBefore = columns.startNanos()[i];
        }
    }

    /// Takes in groups of Send and Recv, each as one operation under the ordinal of its first.
    public void acceptGroups(int commRank, OperationColumns columns, long nowNanos) {
        tallies.records(columns.count());
        long startBefore = OperationColumns.NONE;
        for (int i = 0; i < columns.count(); i++) {
            boolean isFirst = columns.isFused(i) && columns.isTimed(i) && columns.startNanos()[i] != startBefore;
            if (isFirst && columns.ordinal()[i] >= 0) {
                int slot = slot(columns.ordinal()[i], columns, i, nowNanos);
                if (slot >= 0) {
                    put(slot, commRank, (float) Math.max(0, columns.durationNanos(i)));
                }
                startBefore = columns.startNanos()[i];
            }
        }
    }

    /// What stands in the cell. Operations that share the stamps of a group count once, as its first.
    private static float nanos(OperationColumns columns, int i, long startBefore) {
        boolean isAgain = columns.isFused(i) && columns.startNanos()[i] == startBefore;
        return columns.isTimed(i) && !isAgain ? Math.max(0, columns.durationNanos(i)) : Row.UNTIMED;
    }

    private void put(int slot, int commRank, float nanos) {
        int cell = slot * ranks + commRank;
        if (!Float.isNaN(cells[cell])) {
            tallies.twice();
            return;
        }
        cells[cell] = nanos;
        if (++reported[slot] == ranks) {
            close(slot);
        }
    }

    /// The place of that operation; negative if it was closed before.
    private int slot(long number, OperationColumns columns, int i, long nowNanos) {
        int slot = (int) number & (numbers.length - 1);
        if (numbers[slot] == number) {
            return stillOpen(slot);
        }
        if (numbers[slot] > number) {
            tallies.late();
            return -1;
        }
        while (numbers[slot] != EMPTY && reported[slot] != CLOSED && numbers.length < slotsMax) {
            resize(2 * numbers.length);
            slot = (int) number & (numbers.length - 1);
        }
        if (numbers[slot] == number) {
            return stillOpen(slot);
        }
        if (numbers[slot] != EMPTY && reported[slot] != CLOSED) {
            close(slot);
        }
        begin(slot, number, columns, i, nowNanos);
        return slot;
    }

    private int stillOpen(int slot) {
        if (reported[slot] == CLOSED) {
            tallies.late();
            return -1;
        }
        return slot;
    }

    private void begin(int slot, long number, OperationColumns columns, int i, long nowNanos) {
        numbers[slot] = number;
        sizes[slot] = columns.sizeBytes()[i];
        opened[slot] = nowNanos;
        reported[slot] = 0;
        algorithms[slot] = columns.algorithm();
        protocols[slot] = columns.protocol();
        Arrays.fill(cells, slot * ranks, (slot + 1) * ranks, Float.NaN);
        open++;
    }

    private void close(int slot) {
        row.is(numbers[slot], sizes[slot], algorithms[slot], protocols[slot]);
        row.look(cells, slot * ranks);
        reported[slot] = CLOSED;
        open--;
        tallies.closed(row.isComplete());
        sink.take(row);
    }

    /// Closes what has waited past its deadline.
    public void expire(long nowNanos) {
        for (int slot = 0; slot < numbers.length && open > 0; slot++) {
            boolean isOpen = numbers[slot] != EMPTY && reported[slot] != CLOSED;
            if (isOpen && nowNanos - opened[slot] > deadlineNanos) {
                close(slot);
            }
        }
    }

    private void resize(int slots) {
        long[] oldNumbers = numbers;
        FunctionWindowCopy copy = new FunctionWindowCopy(sizes, opened, reported, algorithms, protocols, cells);
        numbers = new long[slots];
        Arrays.fill(numbers, EMPTY);
        sizes = new long[slots];
        opened = new long[slots];
        reported = new int[slots];
        algorithms = new String[slots];
        protocols = new String[slots];
        Arrays.fill(algorithms, "");
        Arrays.fill(protocols, "");
        cells = new float[slots * ranks];
        for (int from = 0; from < oldNumbers.length; from++) {
            if (oldNumbers[from] != EMPTY) {
                int to = (int) oldNumbers[from] & (slots - 1);
                numbers[to] = oldNumbers[from];
                sizes[to] = copy.sizes()[from];
                opened[to] = copy.opened()[from];
                reported[to] = copy.reported()[from];
                algorithms[to] = copy.algorithms()[from];
                protocols[to] = copy.protocols()[from];
                System.arraycopy(copy.cells(), from * ranks, cells, to * ranks, ranks);
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Lives during one call.
    private record FunctionWindowCopy(
            long[] sizes, long[] opened, int[] reported, String[] algorithms, String[] protocols, float[] cells) {}
}
