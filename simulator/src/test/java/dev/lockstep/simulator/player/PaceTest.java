// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {
    @Test
    void returnsWhenTheMomentHasComeOnTheScaledClock() {
        AtomicLong clock = new AtomicLong(1_000);
        Pace pace = Pace.real(() -> clock.addAndGet(10), 1_000, 2);

        pace.await(400);

        assertThat(clock.get()).isBetween(1_200L, 1_220L);
    }

    @Test
    void doesNotWaitForThePast() {
        AtomicLong clock = new AtomicLong(5_000);

        Pace.real(clock::get, 0, 1).await(4_000);

        assertThat(clock).hasValue(5_000);
    }
}
