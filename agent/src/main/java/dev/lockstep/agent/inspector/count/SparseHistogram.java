// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.count;

import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;

/// Counts durations over {@link DurationBuckets} and keeps only the range of buckets that was used.
final class SparseHistogram {
    private static final int MARGIN = 4;

    private long[] counts = new long[0];
    private int offset;
    private int lastIndex;
    private long sumNanos;

    void observe(long nanos) {
        int index = index(nanos);
        if (index < offset || index >= offset + counts.length) {
            widen(index);
        }
        counts[index - offset]++;
        sumNanos += nanos;
    }

    DurationHistogram toHistogram() {
        long[] all = new long[DurationBuckets.COUNT];
        System.arraycopy(counts, 0, all, offset, counts.length);
        return DurationHistogram.of(all, sumNanos);
    }

    private int index(long nanos) {
        int last = lastIndex;
        if (nanos > DurationBuckets.upperNanos(last) || (last > 0 && nanos <= DurationBuckets.upperNanos(last - 1))) {
            lastIndex = DurationBuckets.indexOf(nanos);
        }
        return lastIndex;
    }

    private void widen(int index) {
        int low = Math.max(0, index - MARGIN);
        int high = Math.min(DurationBuckets.COUNT, index + MARGIN + 1);
        if (counts.length == 0) {
            counts = new long[high - low];
            offset = low;
            return;
        }
        int newOffset = Math.min(low, offset);
        int newEnd = Math.max(high, offset + counts.length);
        long[] wider = new long[newEnd - newOffset];
        System.arraycopy(counts, 0, wider, offset - newOffset, counts.length);
        counts = wider;
        offset = newOffset;
    }
}
