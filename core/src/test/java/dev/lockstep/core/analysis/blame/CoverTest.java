// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.blame.time.Cover;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.NcclFunction;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Eight ranks, a communicator whose operations come again after every four.
class CoverTest {
    private static final int RANKS = 8;
    private static final int PERIOD = 4;
    private static final long MILLI = 1_000_000;

    private final Cover cover = new Cover();

    @Test
    void seesNoneWhereEverybodyIsIdleInEachPlace() {
        accept(rank -> new long[] {9 * MILLI, 2 * MILLI, (2 + rank) * MILLI, 1000});

        assertThat(cover.isCovered()).isFalse();
    }

    @Test
    void seesThatMostHaveNoIdleTimeWhereOneHasMuch() {
        accept(rank ->
                rank == 3 ? new long[] {9 * MILLI, 2 * MILLI, 2 * MILLI, 2 * MILLI} : new long[] {9 * MILLI, 0, 0, 0});

        assertThat(cover.isCovered()).isTrue();
    }

    @Test
    void looksNotAtPlacesWhereNobodyComputes() {
        accept(rank -> new long[] {9 * MILLI, rank % 2 * 50_000L, 0, 0});

        assertThat(cover.isCovered()).isFalse();
    }

    private interface Idle {
        long[] of(int rank);
    }

    private void accept(Idle idle) {
        for (int step = 0; step < 3; step++) {
            for (int rank = 0; rank < RANKS; rank++) {
                cover.accept(process(rank, step, idle.of(rank)), communicator -> PERIOD);
            }
        }
    }

    private static ProcessFeed process(int rank, int step, long[] idle) {
        CommunicatorFeed communicator = new CommunicatorFeed(
                new CommunicatorIdentity(
                        "00000000000000aa",
                        0,
                        "",
                        OptionalInt.of(rank),
                        OptionalInt.of(RANKS),
                        OptionalInt.of(1),
                        OptionalInt.of(rank),
                        Optional.empty()),
                false,
                Progress.NONE,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(columns(step, idle)),
                0);
        return new ProcessFeed(
                new ProcessKey("boot", rank, 1),
                ProcessLife.RUNNING,
                "job",
                Optional.empty(),
                OptionalInt.of(RANKS),
                Optional.empty(),
                List.of(communicator),
                Map.of());
    }

    private static OperationColumns columns(int step, long[] idle) {
        long[] numbers = LongStream.range(0, PERIOD)
                .map(place -> (long) step * PERIOD + place)
                .toArray();
        long[] same = new long[PERIOD];
        byte[] flags = new byte[PERIOD];
        Arrays.fill(flags, (byte) (OperationColumns.TIMED | OperationColumns.CLOCKED));
        return new OperationColumns(
                NcclFunction.ALL_REDUCE,
                "Ring",
                "Simple",
                PERIOD,
                numbers,
                numbers,
                same,
                same,
                numbers,
                numbers,
                idle,
                flags);
    }
}
