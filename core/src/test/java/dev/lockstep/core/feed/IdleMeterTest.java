// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdleMeterTest {
    private final IdleMeter meter = new IdleMeter();

    @Test
    void knowsNothingBeforeTheFirstOperation() {
        assertThat(meter.idleBefore(100, 110)).isEqualTo(OperationColumns.NONE);
    }

    @Test
    void measuresFromTheLastStopToTheNextStart() {
        meter.idleBefore(100, 110);

        assertThat(meter.idleBefore(150, 160)).isEqualTo(40);
    }

    @Test
    void isZeroWhileAnotherOperationRuns() {
        meter.idleBefore(100, 200);

        assertThat(meter.idleBefore(150, 160)).isZero();
        assertThat(meter.idleBefore(230, 240)).isEqualTo(30);
    }

    @Test
    void forgetsWhenOperationsWereLost() {
        meter.idleBefore(100, 110);
        meter.forget();

        assertThat(meter.idleBefore(150, 160)).isEqualTo(OperationColumns.NONE);
    }
}
