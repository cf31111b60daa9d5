// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.sysfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CounterTotalsTest {
    private final CounterTotals totals = new CounterTotals();

    @Test
    void beginsAtWhatTheDeviceShows() {
        assertThat(totals.take("mlx5_0:1", "symbol_error", 7)).isEqualTo(7);
        assertThat(totals.take("mlx5_0:1", "symbol_error", 9)).isEqualTo(9);
        assertThat(totals.resets("mlx5_0:1")).isZero();
    }

    @Test
    void countsOnWhereACounterOf32BitsRunsOver() {
        totals.take("mlx5_0:1", "port_rcv_data", 0xffff_fff0L);

        assertThat(totals.take("mlx5_0:1", "port_rcv_data", 16)).isEqualTo(0x1_0000_0010L);
        assertThat(totals.resets("mlx5_0:1")).isZero();
    }

    @Test
    void addsWhatComesAfterAReset() {
        totals.take("mlx5_0:1", "symbol_error", 100);

        assertThat(totals.take("mlx5_0:1", "symbol_error", 3)).isEqualTo(103);
        assertThat(totals.take("mlx5_0:1", "symbol_error", 4)).isEqualTo(104);
        assertThat(totals.resets("mlx5_0:1")).isEqualTo(1);
        assertThat(totals.resets("mlx5_1:1")).isZero();
    }

    @Test
    void takesALargeCounterThatBeginsAnewForNoRunOver() {
        totals.take("mlx5_0:1", "port_rcv_data", 1L << 40);

        assertThat(totals.take("mlx5_0:1", "port_rcv_data", 5)).isEqualTo((1L << 40) + 5);
        assertThat(totals.resets("mlx5_0:1")).isEqualTo(1);
    }
}
