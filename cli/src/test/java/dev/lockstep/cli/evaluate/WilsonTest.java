// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WilsonTest {
    private static final double ROUNDING = 5e-5;

    @Test
    void boundsAShareAsTheFormulaDoes() {
        Wilson half = Wilson.of(50, 100);

        assertThat(half.low()).isCloseTo(0.40383, within(ROUNDING));
        assertThat(half.high()).isCloseTo(0.59617, within(ROUNDING));
        assertThat(half).hasToString("0.500 (0.404–0.596)");
    }

    @Test
    void isNotSureOfAFewHits() {
        assertThat(Wilson.of(10, 10).low()).isCloseTo(0.72246, within(ROUNDING));
        assertThat(Wilson.of(10, 10).high()).isCloseTo(1, within(ROUNDING));
        assertThat(Wilson.of(0, 10).low()).isZero();
        assertThat(Wilson.of(0, 10).high()).isCloseTo(0.27754, within(ROUNDING));
    }

    @Test
    void knowsNothingOfNothing() {
        assertThat(Wilson.of(0, 0)).hasToString("-");
        assertThat(Wilson.of(0, 0).low()).isZero();
        assertThat(Wilson.of(0, 0).high()).isEqualTo(1);
    }
}
