// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.core.analysis.clue.GroupProgress;
import dev.lockstep.core.analysis.clue.OperationSeen;
import dev.lockstep.core.analysis.clue.Sighting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectiveCallsTest {
    @Test
    void leavesRoomForWhatOthersSayOfAThousandRanks() throws IOException {
        StringBuilder log = new StringBuilder();
        for (int call = 0; call < 40; call++) {
            for (int rank = 0; rank < 1024; rank++) {
                log.append("tern-")
                        .append(rank / 8)
                        .append(':')
                        .append(1000 + rank)
                        .append(":7 [")
                        .append(rank % 8);
                log.append("] NCCL INFO AllReduce: opCount ").append(Integer.toHexString(call));
                log.append(" sendbuff 0x1 recvbuff 0x2 count 8 datatype 7 op 0 root 0 comm 0x5 [nranks=1024] stream"
                        + " 0x6\n");
            }
        }
        log.append("[rank3]:[E801 10:00:00.000000002 ProcessGroupNCCL.cpp:2268] [PG ID 0 PG GUID 0(default_pg) Rank 3]"
                + "  failure detected by watchdog at work sequence id: 40 PG status: last enqueued work: 40, last"
                + " completed work: 39\n");
        List<Sighting> seen = Scan.read(InputFile.of("log", log.toString().getBytes(StandardCharsets.UTF_8)));
        assertThat(seen).filteredOn(OperationSeen.class::isInstance).hasSize(8192);
        assertThat(seen).filteredOn(GroupProgress.class::isInstance).hasSize(1);
    }
}
