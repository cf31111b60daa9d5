// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.shm.ShmLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random lives of a series: operations that the plugin counts at once, late, elsewhere than the reader did, or
/// never.
class SeriesStateTest {
    private static final int WORDS = ShmLayout.SeriesCell.SIZE / Long.BYTES;
    private static final int READINGS = 300;
    private static final long SIZE = 1_024;
    private static final SeriesKey KEY =
            new SeriesKey(NcclFunction.ALL_REDUCE, "RING", "SIMPLE", SizeClass.of(SIZE), OperationKind.KERNEL);

    private final SeriesState state = new SeriesState(new long[DurationBuckets.COUNT]);
    private final long[] cell = new long[WORDS];
    private final List<Long> quiet = new ArrayList<>();

    private void add(int offset, long value) {
        cell[offset / Long.BYTES] += value;
    }

    private void pluginCounts(long durationNanos) {
        add(ShmLayout.SeriesCell.CALLS, 1);
        add(ShmLayout.SeriesCell.BYTES, SIZE);
        add(ShmLayout.SeriesCell.SUM_NANOS, durationNanos);
        add(ShmLayout.SeriesCell.BUCKET_0 + DurationBuckets.indexOf(durationNanos) * Long.BYTES, 1);
    }

    private void pluginSuspects() {
        add(ShmLayout.SeriesCell.CALLS, 1);
        add(ShmLayout.SeriesCell.BYTES, SIZE);
        add(ShmLayout.SeriesCell.SUSPECT, 1);
    }

    private OperationSeries read() throws DamagedFileException {
        state.own(1, 1, KEY);
        assertThat(state.update(cell, 0)).isTrue();
        quiet.forEach(duration -> state.settleTimed(SIZE, duration));
        state.finish();
        return state.shown();
    }

    private static void assertNothingGoesBack(OperationSeries before, OperationSeries after) {
        assertThat(after.calls()).isGreaterThanOrEqualTo(before.calls());
        assertThat(after.sizeBytes()).isGreaterThanOrEqualTo(before.sizeBytes());
        assertThat(after.suspectCalls()).isGreaterThanOrEqualTo(before.suspectCalls());
        assertThat(after.durations().sumNanos())
                .isGreaterThanOrEqualTo(before.durations().sumNanos());
        for (int i = 0; i < DurationBuckets.COUNT; i++) {
            assertThat(after.durations().countAt(i))
                    .isGreaterThanOrEqualTo(before.durations().countAt(i));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void countsEveryOperationOnceAndNeverGoesBack(long seed) throws DamagedFileException {
        SplittableRandom random = new SplittableRandom(seed);
        long operations = 0;
        OperationSeries before = read();
        for (int i = 0; i < READINGS; i++) {
            operations += live(random);

            OperationSeries after = read();

            assertNothingGoesBack(before, after);
            assertThat(after.calls()).as("seed %d, reading %d", seed, i).isEqualTo(operations);
            assertThat(after.sizeBytes()).isEqualTo(operations * SIZE);
            assertThat(after.calls()).isEqualTo(after.durations().count() + after.suspectCalls());
            before = after;
        }
    }

    /// Lets some operations begin to be quiet, and some quiet ones be counted. Gives how many ended.
    private int live(SplittableRandom random) {
        int ended = random.nextInt(4);
        for (int i = 0; i < ended; i++) {
            long duration = random.nextLong(1_000, 100_000_000);
            if (random.nextInt(3) == 0) {
                quiet.add(duration);
            } else {
                pluginCounts(duration);
            }
        }
        while (!quiet.isEmpty() && random.nextBoolean()) {
            long duration = quiet.removeFirst();
            switch (random.nextInt(3)) {
                case 0 -> pluginCounts(duration);
                case 1 -> pluginCounts(duration * 2);
                default -> pluginSuspects();
            }
        }
        return ended;
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void showsTheCellAgainWhenAllHasBeenCountedWhereItBelongs(long seed) throws DamagedFileException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < READINGS; i++) {
            long duration = random.nextLong(1_000, 100_000_000);
            quiet.add(duration);
            read();
            quiet.clear();
            pluginCounts(duration);

            OperationSeries shown = read();

            assertThat(shown.durations().sumNanos()).isEqualTo(cell[ShmLayout.SeriesCell.SUM_NANOS / Long.BYTES]);
            for (int bucket = 0; bucket < DurationBuckets.COUNT; bucket++) {
                assertThat(shown.durations().countAt(bucket))
                        .isEqualTo(cell[ShmLayout.SeriesCell.BUCKET_0 / Long.BYTES + bucket]);
            }
        }
    }

    @Test
    void startsFromNothingForAnotherOwner() throws DamagedFileException {
        pluginCounts(5_000);
        read();
        state.own(1, 2, KEY);

        assertThat(state.shown().calls()).isZero();
    }

    @Test
    void takesCallsFromWhatWasObserved() throws DamagedFileException {
        pluginCounts(5_000);
        add(ShmLayout.SeriesCell.CALLS, 1);

        assertThat(read().calls()).isEqualTo(1);
    }

    @Test
    void showsNoMoreFusedThanObservedCalls() throws DamagedFileException {
        pluginCounts(5_000);
        add(ShmLayout.SeriesCell.FUSED, 2);

        assertThat(read().fusedCalls()).isEqualTo(1);
    }
}
