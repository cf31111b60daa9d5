// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.outlier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LowRowTest {
    private static final int WINDOWS = 40;
    private static final double LEAST = 0.3;

    private static double[][] rows(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] rows = new double[count][WINDOWS];
        for (double[] row : rows) {
            for (int window = 0; window < WINDOWS; window++) {
                row[window] = 10 + 0.4 * random.nextDouble();
            }
        }
        return rows;
    }

    private static void lower(double[] row, int from, int to, double by) {
        for (int window = from; window < to; window++) {
            row[window] -= by;
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void namesNoRowOfEquals(long seed) {
        assertThat(LowRow.of(rows(4, seed), LEAST)).isEmpty();
        assertThat(LowRow.of(rows(64, seed), LEAST)).isEmpty();
    }

    @Test
    void namesTheLowRowAndByHowMuch() {
        double[][] rows = rows(8, 1);
        lower(rows[3], 0, WINDOWS, 2);
        assertThat(LowRow.of(rows, LEAST)).singleElement().satisfies(low -> {
            assertThat(low.index()).isEqualTo(3);
            assertThat(low.below()).isCloseTo(2, within(0.3));
            assertThat(low.stretch().length()).isEqualTo(WINDOWS);
        });
    }

    @Test
    void findsTheStretchInWhichItIsLow() {
        double[][] rows = rows(8, 2);
        lower(rows[5], 12, 25, 2);
        assertThat(LowRow.of(rows, LEAST)).singleElement().satisfies(low -> {
            assertThat(low.index()).isEqualTo(5);
            assertThat(low.stretch().from()).isEqualTo(12);
            assertThat(low.stretch().to()).isEqualTo(25);
        });
    }

    @Test
    void takesAPauseForNoStretch() {
        double[][] rows = rows(8, 3);
        lower(rows[0], 7, 8, 9);
        lower(rows[0], 29, 30, 9);
        assertThat(LowRow.of(rows, LEAST)).isEmpty();
    }

    @Test
    void namesTwoOfMany() {
        double[][] rows = rows(16, 4);
        lower(rows[2], 0, WINDOWS, 3);
        lower(rows[9], 0, WINDOWS, 2);
        assertThat(LowRow.of(rows, LEAST)).extracting(LowRow::index).containsExactly(2, 9);
    }

    @Test
    void leavesOutWhatIsUnknown() {
        double[][] rows = rows(8, 5);
        rows[1][4] = Double.NaN;
        lower(rows[6], 0, WINDOWS, 2);
        assertThat(LowRow.of(rows, LEAST)).extracting(LowRow::index).containsExactly(6);
        assertThat(LowRow.of(new double[1][WINDOWS], LEAST)).isEmpty();
    }
}
