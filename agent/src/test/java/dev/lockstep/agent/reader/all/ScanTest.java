// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import dev.lockstep.core.analysis.clue.Sighting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a reading keeps of one file, and what it says of the rest.
class ScanTest {
    private static List<Sighting> read(String text) throws IOException {
        return Scan.read(InputFile.of("a.txt", text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void saysWhatItLeftOutOfAFile() throws IOException {
        String sample = "DCGM_FI_DEV_XID_ERRORS{gpu=\"3\",UUID=\"GPU-0a\"} 0\n";
        assertThat(Diagnoser.diagnose(read(sample.repeat(Scan.SIGHTINGS_MAX + 7)))
                        .unseen())
                .singleElement()
                .asString()
                .startsWith("a.txt: more than is kept of one file, left out: 7 of dcgm");
    }

    @Test
    void hasNothingToSayOfAFileThatItReadWhole() throws IOException {
        assertThat(Diagnoser.diagnose(read("tern-4:51:52 [2] NCCL INFO Connected all rings\n"))
                        .unseen())
                .isEmpty();
    }
}
