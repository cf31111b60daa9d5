// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.cli.report.Trend.Point;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {
    @Test
    void saysWhenWhatGrowsIsAtItsLimit() {
        Trend trend = Trend.of(points(0.1, 0.12, 0.14, 0.16), 0.5).orElseThrow();

        assertThat(trend.perDay()).isEqualTo(0.02, within(1e-9));
        assertThat(trend.latest()).isEqualTo(0.16, within(1e-9));
        assertThat(trend.daysToLimit()).hasValueCloseTo(17.0, within(1e-6));
    }

    @Test
    void isNotMovedByOneOutlier() {
        Trend trend = Trend.of(points(1, 1.1, 1.2, 9, 1.4, 1.5, 1.6), 2).orElseThrow();

        assertThat(trend.perDay()).isEqualTo(0.1, within(1e-9));
    }

    @Test
    void isThereAlreadyAboveTheLimit() {
        assertThat(Trend.of(points(1, 2, 3, 4), 3).orElseThrow().daysToLimit()).isEmpty();
    }

    @Test
    void isSilentAboutWhatFallsStaysOrIsTooShort() {
        assertThat(Trend.of(points(4, 3, 2, 1), 5)).isEmpty();
        assertThat(Trend.of(points(1, 1, 1, 1), 5)).isEmpty();
        assertThat(Trend.of(points(1, 2, 3), 5)).isEmpty();
        assertThat(Trend.of(points(1, 1.01, 1.02, 1.03), 5)).isEmpty();
    }

    @Test
    void isSilentAboutNoise() {
        Random random = new Random(5);
        double[] noise = IntStream.range(0, 1_000)
                .mapToDouble(_ -> 1 + random.nextDouble())
                .toArray();

        assertThat(Trend.of(points(noise), 5)).isEmpty();
    }

    private static List<Point> points(double... values) {
        return IntStream.range(0, values.length)
                .mapToObj(day -> new Point(day, values[day]))
                .toList();
    }
}
