// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventTypeTest {
    @Test
    void turnsOnEverythingAboveAChannel() {
        assertThat(EventType.active(EventType.KERNEL_CH))
                .isEqualTo(EventType.KERNEL_CH
                        | EventType.GROUP_API
                        | EventType.COLL_API
                        | EventType.P2P_API
                        | EventType.GROUP
                        | EventType.COLL
                        | EventType.P2P);
    }

    @Test
    void turnsOnNoOtherOperationsThanTheWantedOnes() {
        assertThat(EventType.active(EventType.COLL))
                .isEqualTo(EventType.GROUP_API | EventType.COLL_API | EventType.GROUP | EventType.COLL);
        assertThat(EventType.active(EventType.P2P_API)).isEqualTo(EventType.GROUP_API | EventType.P2P_API);
    }

    @Test
    void turnsOnNothingForProxyControlAlone() {
        assertThat(EventType.active(EventType.PROXY_CTRL)).isZero();
        assertThat(EventType.active(0)).isZero();
    }
}
