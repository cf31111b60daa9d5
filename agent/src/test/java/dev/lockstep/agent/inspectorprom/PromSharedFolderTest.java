// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspectorprom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.inspector.SharedFolder;
import dev.lockstep.agent.source.NodeNames;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.ReportedTiming;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The files that the real Inspector has written, where they lie beside the checkout.
final class PromSharedFolderTest {
    @ParameterizedTest
    @CsvSource({
        "prom-healthy, t034s",
        "prom-healthy, t064s",
        "prom-one-visible-gpu, t034s",
        "prom-one-visible-gpu, t064s"
    })
    void tellsSixteenGpusApartAndUnderstandsEveryLine(String set, String moment) {
        Path folder = SharedFolder.require("data").resolve(set).resolve(moment);
        try (PromSource source = new PromSource(List.of(folder), new NodeNames("node-a", "host-a"))) {
            // Their time of change is that of the checkout.
            Reading.Fresh reading = (Reading.Fresh) source.read(Instant.EPOCH);
            assertThat(reading.timings()).isEmpty();
            reading = (Reading.Fresh) source.read(Instant.EPOCH.plusSeconds(1));

            assertThat(reading.refused()).isEmpty();
            assertThat(reading.timings().stream()
                            .map(timing -> timing.operation().gpuUuid())
                            .distinct())
                    .hasSize(16);
            assertThat(reading.timings()).allMatch(PromSharedFolderTest::isWhole);
            assertThat(reading.timings()).hasSize(16 * 8);
        }
    }

    private static boolean isWhole(ReportedTiming timing) {
        return timing.seconds().isPresent()
                && timing.bytesPerSecond().isPresent()
                && timing.operation().node().startsWith("gpu-node-");
    }
}
