// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.core.model.NcclFunction;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PointToPointTest {
    private final PointToPoint seen = new PointToPoint();

    @Test
    void takesFewPeersForThoseOfAPipeline() {
        assertThat(seen.isPipeline()).isFalse();
        assertThat(seen.hasPeers()).isFalse();
        seen.add(NcclFunction.SEND, 1, 3, 20, 1024);
        seen.add(NcclFunction.RECV, 2, 1, 20, 1024);
        assertThat(seen.isPipeline()).isTrue();
        assertThat(seen.peers().stream()).containsExactly(1, 3);
        seen.add(NcclFunction.RECV, 3, 2, 20, 1024);
        assertThat(seen.isPipeline()).isFalse();
    }

    @Test
    void takesRecordsWithoutAPeer() {
        seen.add(NcclFunction.SEND, 1, -1, 20, 1024);
        assertThat(seen.hasPeers()).isFalse();
        assertThat(seen.seen()).isEqualTo(1);
    }

    @Test
    void countsRecvsWithoutARecordAsLongAsTheOthers() {
        for (int number = 1; number <= 1000; number += 2) {
            boolean isSend = number % 4 == 1;
            seen.add(isSend ? NcclFunction.SEND : NcclFunction.RECV, number, 1, isSend ? 50 : 2000, 1024);
        }
        double all = Arrays.stream(seen.secondsOfRecv(10)).sum();
        assertThat(all).isCloseTo(500 * 2000e-6, within(0.05));
    }

    @Test
    void tellsWhenRecvsTookLonger() {
        for (int number = 1; number <= 1000; number++) {
            seen.add(NcclFunction.RECV, number, 1, number <= 500 ? 1000 : 3000, 1024);
        }
        double[] seconds = seen.secondsOfRecv(4);
        assertThat(seconds[0]).isCloseTo(0.25, within(0.05));
        assertThat(seconds[3]).isCloseTo(0.75, within(0.05));
    }
}
