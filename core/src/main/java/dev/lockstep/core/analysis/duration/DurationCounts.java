// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;

/// Counts durations of whole microseconds in the buckets of {@link DurationBuckets}.
public final class DurationCounts {
    private static final int NANOS_PER_MICRO = 1000;
    private static final int TABLE = 1 << 14;
    /// The buckets of short durations, found without a search.
    private static final short[] SHORT = shortTable();

    private final long[] counts = new long[DurationBuckets.COUNT];
    private long sumMicros;

    /// Of nothing yet.
    public DurationCounts() {}

    private static short[] shortTable() {
        short[] table = new short[TABLE];
        for (int i = 0; i < TABLE; i++) {
            table[i] = (short) DurationBuckets.indexOf((long) i * NANOS_PER_MICRO);
        }
        return table;
    }

    /// Counts one duration.
    public void add(int micros) {
        counts[micros < TABLE ? SHORT[micros] : DurationBuckets.indexOf((long) micros * NANOS_PER_MICRO)]++;
        sumMicros += micros;
    }

    /// What was counted so far.
    public DurationHistogram histogram() {
        return DurationHistogram.of(counts, sumMicros * NANOS_PER_MICRO);
    }
}
