// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.match.FunctionWindow;
import dev.lockstep.core.analysis.match.MatchLimits;
import dev.lockstep.core.analysis.match.Tallies;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.model.NcclFunction;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// Which operations are kept to be looked at.
class RecentInstancesTest {
    private static final long EVERY = RecentInstances.EVERY_NANOS;

    private final RecentInstances recent = new RecentInstances();
    private long now = 1;

    @Test
    void keepsWhatEachRankTold() {
        play(2, 7, 500, 300);

        assertThat(kept()).singleElement().satisfies(instance -> {
            assertThat(instance.sequence()).isEqualTo(7);
            assertThat(instance.transferNanos()).isEqualTo(300);
            assertThat(instance.last()).isEqualTo(1);
            assertThat(instance.durationNanos(0)).isEqualTo(500);
            assertThat(instance.told()).isEqualTo(2);
            assertThat(instance.closedNanos()).isEqualTo(1);
        });
    }

    @Test
    void keepsOneInAWhile() {
        play(2, 1, 500, 300);
        play(2, 2, 500, 300);
        now += EVERY;
        play(2, 3, 500, 300);

        assertThat(kept()).extracting(MatchedInstance::sequence).containsExactly(1L, 3L);
    }

    @Test
    void leavesOutWhatMostRanksDidNotTellOf() {
        play(3, 1, 500);
        play(2, 2, 500);

        assertThat(kept()).extracting(MatchedInstance::sequence).containsExactly(2L);
        assertThat(kept().getFirst().told()).isEqualTo(1);
    }

    @Test
    void forgetsTheOldestBeyondItsLimits() {
        for (int i = 0; i < RecentInstances.INSTANCES_MAX + 5; i++, now += EVERY) {
            play(2, i, 500, 300);
        }
        assertThat(kept()).hasSize(RecentInstances.INSTANCES_MAX);
        assertThat(kept().getFirst().sequence()).isEqualTo(5);

        long[] many = new long[RecentInstances.CELLS_MAX / 256];
        Arrays.fill(many, 400);
        for (int i = 0; i < 300; i++, now += EVERY) {
            play(many.length, i, many);
        }
        assertThat(kept()).hasSize(256).allMatch(instance -> instance.ranks() == many.length);
    }

    private List<MatchedInstance> kept() {
        return recent.figures().instances();
    }

    /// One operation of a communicator of so many ranks, of which the first ones tell.
    private void play(int ranks, long sequence, long... durations) {
        CommunicatorState communicator =
                new CommunicatorState(new CommunicatorKey("aa", 0), "", ranks, OptionalInt.empty(), 0);
        FunctionWindow window = new FunctionWindow(
                NcclFunction.ALL_REDUCE,
                ranks,
                new MatchLimits(64, 64, 1),
                new Tallies(),
                row -> recent.closed(communicator, row, now));
        for (int rank = 0; rank < durations.length; rank++) {
            window.accept(rank, operation(sequence, durations[rank]), 0);
        }
        window.expire(2);
    }

    private static OperationColumns operation(long sequence, long duration) {
        return new OperationColumns(
                NcclFunction.ALL_REDUCE,
                "RING",
                "LL",
                1,
                new long[] {sequence},
                new long[] {sequence},
                new long[] {1_024},
                new long[] {-1},
                new long[] {10},
                new long[] {10 + duration},
                new long[] {-1},
                new byte[] {OperationColumns.TIMED});
    }
}
