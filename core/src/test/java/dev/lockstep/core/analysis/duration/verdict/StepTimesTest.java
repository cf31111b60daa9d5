// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.core.analysis.duration.DurationStudy;
import dev.lockstep.core.analysis.duration.OperationTable;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import dev.lockstep.core.analysis.duration.outlier.Stretch;
import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class StepTimesTest {
    private static final int RANKS = 4;
    private static final int OPERATIONS = 400;
    private static final long START_SECONDS = 1_796_004_884L;

    private IntUnaryOperator lastRankMicros = number -> 1000;
    private LongUnaryOperator seconds = number -> number;
    private IntUnaryOperator size = number -> 32 << 20;

    /// One AllReduce after another: all ranks take 1 ms, but the last rank what the test says.
    private StepTimes times() {
        return new StepTimes(job());
    }

    private StudiedJob job() {
        DurationStudy study = new DurationStudy();
        List<StudiedCommunicator> joined = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            StudiedProcess process = study.process(0, "a", rank, Optional.empty());
            DurationStudy.Header header = new DurationStudy.Header(0, "1", "world", rank, RANKS, 1);
            joined.add(study.communicator(process, header).orElseThrow());
        }
        StudiedCommunicator world = joined.getFirst();
        OperationTable table = requireNonNull(world.table(NcclFunction.ALL_REDUCE));
        int shape = table.shape("RING", "SIMPLE");
        OperationTable.Detail detail = new OperationTable.Detail();
        for (int number = 0; number < OPERATIONS; number++) {
            detail.set(size.applyAsInt(number), (START_SECONDS + seconds.applyAsLong(number)) * 1_000_000, shape);
            for (int rank = 0; rank < RANKS; rank++) {
                int micros = rank == RANKS - 1 ? lastRankMicros.applyAsInt(number) : 1000;
                assertThat(table.put(rank, number, micros, detail)).isEqualTo(OperationTable.Put.TAKEN);
            }
        }
        world.advance(true);
        return StudiedJob.of(study).getFirst();
    }

    private double shareOfTheLast() {
        StudiedJob job = job();
        StepTimes times = new StepTimes(job);
        StudiedProcess last = job.processes().getLast();
        return times.shareOfSteps(last, new Stretch(0, times.windows(), 0, 0));
    }

    @Test
    void tellsHowLongTheRunWas() {
        assertThat(times().runSeconds().orElseThrow()).isCloseTo(OPERATIONS, within(5.0));
    }

    @Test
    void leavesOutALeapOfTheClock() {
        seconds = number -> number + (number >= 200 ? 36_000 : 0);
        assertThat(times().runSeconds().orElseThrow()).isCloseTo(OPERATIONS, within(10.0));
        seconds = number -> number - (number >= 200 ? 36_000 : 0);
        assertThat(times().runSeconds().orElseThrow()).isCloseTo(OPERATIONS, within(10.0));
    }

    @Test
    void tellsInWhichShareOfTheStepsARankWasLate() {
        lastRankMicros = number -> 400;
        assertThat(shareOfTheLast()).isCloseTo(1, within(0.01));
        lastRankMicros = number -> number % 10 == 0 ? 400 : 1000;
        assertThat(shareOfTheLast()).isCloseTo(0.1, within(0.01));
        lastRankMicros = number -> number % 2 == 0 ? 400 : 1000;
        assertThat(shareOfTheLast()).isCloseTo(0.5, within(0.01));
    }

    @Test
    void takesForAStepWhatComesAgain() {
        size = number -> number % 4 == 3 ? 1 << 20 : 32 << 20;
        StepTimes times = times();
        assertThat(times.steps()).isCloseTo(OPERATIONS / 4.0, within(2.0));
        assertThat(times.isStepSure()).isTrue();
    }

    @Test
    void isNotSureOfAStepWhereAllOperationsAreAlike() {
        assertThat(times().isStepSure()).isFalse();
    }
}
