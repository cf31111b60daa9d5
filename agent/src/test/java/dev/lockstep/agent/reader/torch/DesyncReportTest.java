// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DesyncReportTest {
    private static final String REPORT = """
        - [7] finished collective #182, but didn't join collective #183 (count from 1)
        - [0] Timeout at collective: ALLREDUCE, #183
        - Snapshot of ranks' latest states:
          #183 started ranks:
            [0, 1, 2] started ALLREDUCE
        """;

    private static List<Clue> hangs(String text) throws IOException {
        return Scan.read(InputFile.of("log", text.getBytes(StandardCharsets.UTF_8))).stream()
                .filter(Clue.class::isInstance)
                .map(Clue.class::cast)
                .filter(clue -> clue.signal() == Signal.HANG_RANK_NOT_ENTERED)
                .toList();
    }

    @Test
    void readsAReportBehindThousandsOfLinesThatCouldHaveBegunOne() throws IOException {
        String line = "ProcessGroup is set up and waits for work: nothing to see here\n";
        assertThat(hangs(line.repeat(3000) + REPORT))
                .singleElement()
                .satisfies(clue -> assertThat(clue.facts().get("waiting")).isEqualTo("{183 ALLREDUCE=[0, 1, 2]}"));
    }
}
