// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.flight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.shm.OperationRecord;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class GpuClockTest {
    private static OperationRecord operation(long enqueued, long start, long stop, OperationRecord.Timing timing) {
        return new OperationRecord(
                1,
                Optional.empty(),
                0,
                NcclFunction.ALL_REDUCE,
                "",
                "",
                new SizeClass(3),
                0,
                OptionalLong.empty(),
                8,
                enqueued,
                start,
                stop,
                1,
                timing,
                OperationRecord.Grouping.ALONE,
                OperationRecord.Ending.DONE);
    }

    private static OperationRecord timed(long enqueued, long start) {
        return operation(enqueued, start, start + 5, OperationRecord.Timing.TIMED);
    }

    @Test
    void letsTheOperationThatStartedSoonestStartAtOnce() {
        GpuClock clock = GpuClock.of(List.of(timed(100, 5_130), timed(200, 5_220), timed(300, 5_350)));

        assertThat(clock.toHost(5_220)).isEqualTo(200);
        assertThat(clock.toHost(5_130)).isEqualTo(110);
        assertThat(clock.toHost(5_350)).isEqualTo(330);
    }

    @Test
    void believesNoStampsThatThePluginDoubted() {
        OperationRecord doubted = operation(100, 3, 5, OperationRecord.Timing.SUSPECT);
        OperationRecord backwards = operation(100, 50, 3, OperationRecord.Timing.TIMED);

        assertThat(GpuClock.of(List.of(doubted, backwards, timed(200, 5_220))).toHost(5_220))
                .isEqualTo(200);
    }

    @Test
    void leavesStampsAloneWhereNothingTellsTheDistance() {
        assertThat(GpuClock.of(List.of()).toHost(77)).isEqualTo(77);
    }
}
