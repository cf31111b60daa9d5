// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionWindowTest {
    private static final MatchLimits LIMITS = new MatchLimits(64, 64, 1_000);

    private final Tallies tallies = new Tallies();
    private final List<String> rows = new ArrayList<>();
    private final FunctionWindow window = new FunctionWindow(
            NcclFunction.ALL_REDUCE,
            3,
            LIMITS,
            tallies,
            row -> rows.add("%d: transfer %.0f, skew %.0f, last %d, %s"
                    .formatted(
                            row.sequence(),
                            row.transferNanos(),
                            row.skewNanos(),
                            row.last(),
                            row.isComplete() ? "complete" : row.reported() + " of " + row.ranks())));

    @Test
    void closesAnOperationWhenAllRanksHaveTold() {
        window.accept(0, operations(0, 500), 0);
        window.accept(2, operations(0, 900), 0);
        assertThat(rows).isEmpty();

        window.accept(1, operations(0, 300), 0);

        assertThat(rows).containsExactly("0: transfer 300, skew 600, last 1, complete");
    }

    @Test
    void saysWhatIsMissingWhenTheDeadlineHasPassed() {
        window.accept(0, operations(7, 500), 0);
        window.expire(1_000);
        assertThat(rows).isEmpty();

        window.expire(1_001);

        assertThat(rows).containsExactly("7: transfer 500, skew 0, last 0, 1 of 3");
        assertThat(tallies.rowsPartial()).isOne();
    }

    @Test
    void countsWhatComesTooLateOrTwice() {
        window.accept(0, operations(0, 500), 0);
        window.accept(0, operations(0, 500), 0);
        window.expire(2_000);
        window.accept(1, operations(0, 500), 2_000);

        assertThat(tallies.recordsTwice()).isOne();
        assertThat(tallies.recordsLate()).isOne();
    }

    @Test
    void keepsNoMoreOperationsThanItMay() {
        for (int i = 0; i < 200; i++) {
            window.accept(0, operations(i, 500), 0);
        }

        assertThat(rows).hasSize(200 - 64);
    }

    @Test
    void waitsForRanksThatAreFarBehind() {
        for (int i = 0; i < 60; i++) {
            window.accept(0, operations(i, 500), 0);
            window.accept(1, operations(i, 400), 0);
        }
        for (int i = 0; i < 60; i++) {
            window.accept(2, operations(i, 600), 0);
        }

        assertThat(rows).hasSize(60).allMatch(row -> row.endsWith(": transfer 400, skew 200, last 1, complete"));
    }

    private static OperationColumns operations(long sequence, long nanos) {
        long[] none = {OperationColumns.NONE};
        return new OperationColumns(
                NcclFunction.ALL_REDUCE,
                "RING",
                "SIMPLE",
                1,
                new long[] {sequence},
                new long[] {sequence},
                new long[] {4},
                none,
                new long[] {1_000},
                new long[] {1_000 + nanos},
                none,
                flags());
    }

    private static byte[] flags() {
        byte[] flags = new byte[1];
        Arrays.fill(flags, (byte) (OperationColumns.TIMED | OperationColumns.CLOCKED));
        return flags;
    }
}
