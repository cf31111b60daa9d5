// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RhythmTest {
    private static final long SEED = 5;

    private static Rhythm of(int times, int... kinds) {
        Rhythm rhythm = new Rhythm();
        for (int i = 0; i < times; i++) {
            for (int kind : kinds) {
                rhythm.add(kind);
            }
        }
        return rhythm;
    }

    @Test
    void findsAfterHowManyNumbersTheSameSizesComeAgain() {
        assertThat(of(20, 25, 25, 25, 20).period()).isEqualTo(4);
    }

    @Test
    void takesHolesForAKindOfTheirOwn() {
        assertThat(of(20, 25, 25, -1, -1, -1).period()).isEqualTo(5);
    }

    @Test
    void seesNoneWhereAllAreAlike() {
        assertThat(of(50, 25).period()).isZero();
    }

    @Test
    void seesNoneInTooFew() {
        assertThat(of(3, 25, 20, 21).period()).isZero();
        assertThat(new Rhythm().period()).isZero();
    }

    @Test
    void seesNoneWhereSizesComeByChance() {
        SplittableRandom random = new SplittableRandom(SEED);
        Rhythm rhythm = new Rhythm();
        for (int i = 0; i < 5000; i++) {
            rhythm.add(random.nextInt(4));
        }
        assertThat(rhythm.period()).as("seed " + SEED).isZero();
    }
}
