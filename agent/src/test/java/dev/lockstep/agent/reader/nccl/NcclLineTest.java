// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.Line;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class NcclLineTest {
    private static NcclLine read(String text) {
        return Objects.requireNonNull(NcclLine.of(Line.of(1, text)), text);
    }

    @Test
    void readsTheHeadOfAnInfoLine() {
        NcclLine line = read("tern-1:4711:4790 [3] NCCL INFO Connected all rings");
        assertThat(line.host()).isEqualTo("tern-1");
        assertThat(line.pid()).isEqualTo(4711);
        assertThat(line.device()).isEqualTo(3);
        assertThat(line.message()).isEqualTo("Connected all rings");
        assertThat(line.isWarning()).isFalse();
    }

    @Test
    void readsTheHeadOfAWarningWithTimePlaceAndFunction() {
        NcclLine line =
                read("[2026-06-02 03:14:07] tern-1:4711:4790 [3] net_ib/p2p.cc:688 (process) NCCL WARN NET/IB: x [y]");
        assertThat(line.host()).isEqualTo("tern-1");
        assertThat(line.device()).isEqualTo(3);
        assertThat(line.place()).isEqualTo("net_ib/p2p.cc:688 (process)");
        assertThat(line.moment().orElseThrow().text()).isEqualTo("2026-06-02 03:14:07");
    }

    @Test
    void believesTheInnerTimeAndNotTheCollectors() {
        NcclLine line = read(
                "[2026-04-14 21:28:19.085] (Name=a, pid=3)[2026-04-14 21:28:19.007] tern-1:1:2 [0] p.cc:3 NCCL WARN x");
        assertThat(line.host()).isEqualTo("tern-1");
        assertThat(line.moment().orElseThrow().text()).endsWith("19.007");
    }

    @Test
    void readsCallLinesThatHaveNoDevice() {
        NcclLine line = read("tern-1:4711:4790 NCCL CALL ncclAllReduce(7f00,7f00,8,7,0,0x55,0x66)");
        assertThat(line.pid()).isEqualTo(4711);
        assertThat(line.device()).isEqualTo(-1);
    }

    @Test
    void keepsTheMessageOfADamagedHead() {
        NcclLine line = read("rubbish NCCL WARN NET/IB : Got completion");
        assertThat(line.host()).isEmpty();
        assertThat(line.message()).isEqualTo("NET/IB : Got completion");
    }

    @Test
    void isNotFooledByTalkAboutNccl() {
        assertThat(NcclLine.of(Line.of(1, "vLLM is using NCCL version 2.21 here")))
                .isNull();
    }
}
