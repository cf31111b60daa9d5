// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.core.feed.IdleMeter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The operations of one GPU since the last batch, in the order of their start. The ring has them in the order
/// in which they were noticed to be over, and each communicator has a thread of its own that notices: an
/// operation that is noticed after the next one would leave that one with all of its duration as idle time.
final class GpuOrder {
    /// Operations that are put into order at once; more are taken in pieces.
    static final int ORDERED_MAX = 4_096;

    private static final int FIRST_ROOM = 64;

    private final IdleMeter meter = new IdleMeter();
    private int count;
    private long[] start = new long[FIRST_ROOM];
    private long[] stop = new long[FIRST_ROOM];
    private @Nullable ColumnBuffer[] told = new ColumnBuffer[FIRST_ROOM];
    private int[] at = new int[FIRST_ROOM];

    /// One that is not told of by itself.
    void add(long startNanos, long stopNanos) {
        insert(startNanos, stopNanos, null, 0);
    }

    /// One that is record `index` of a buffer, which gets its idle time when all are known.
    void add(long startNanos, long stopNanos, ColumnBuffer buffer, int index) {
        insert(startNanos, stopNanos, buffer, index);
    }

    /// What comes now does not follow on what was there: some between them were not seen.
    void breakOff() {
        settle();
        meter.forget();
    }

    /// Gives all of them their idle time.
    void settle() {
        for (int i = 0; i < count; i++) {
            long idle = meter.idleBefore(start[i], stop[i]);
            ColumnBuffer buffer = told[i];
            if (buffer != null) {
                buffer.idle(at[i], idle);
            }
        }
        Arrays.fill(told, 0, count, null);
        count = 0;
    }

    /// Nearly all of them come in order, so that the search from the end is short.
    private void insert(long startNanos, long stopNanos, @Nullable ColumnBuffer buffer, int index) {
        if (count == ORDERED_MAX) {
            settle();
        }
        if (count == start.length) {
            grow();
        }
        int place = count;
        while (place > 0 && start[place - 1] > startNanos) {
            place--;
        }
        int moved = count - place;
        System.arraycopy(start, place, start, place + 1, moved);
        System.arraycopy(stop, place, stop, place + 1, moved);
        System.arraycopy(told, place, told, place + 1, moved);
        System.arraycopy(at, place, at, place + 1, moved);
        start[place] = startNanos;
        stop[place] = stopNanos;
        told[place] = buffer;
        at[place] = index;
        count++;
    }

    private void grow() {
        int room = count * 2;
        start = Arrays.copyOf(start, room);
        stop = Arrays.copyOf(stop, room);
        told = Arrays.copyOf(told, room);
        at = Arrays.copyOf(at, room);
    }
}
