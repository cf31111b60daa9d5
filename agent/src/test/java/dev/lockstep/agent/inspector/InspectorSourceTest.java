// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InspectorSourceTest {
    private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");
    private static final String COMM = "c953c2c1eb6c2e";

    @TempDir
    Path folder = Path.of("");

    @Test
    void isAbsentWithoutTheDirectory() {
        try (InspectorSource source = new InspectorSource(folder.resolve("nothing"))) {
            assertThat(source.read(NOW)).isInstanceOf(Reading.Absent.class);
        }
    }

    @Test
    void countsBytesAsNcclTestsDo() throws IOException {
        Line line = Line.of(COMM, 2, 4);
        write(
                "host-a-pid102.log",
                line.collective("AllReduce", 0, 1000, 10),
                line.collective("AllGather", 0, 1000, 10),
                line.collective("ReduceScatter", 0, 1000, 10));

        ProcessSnapshot process = onlyProcess();

        assertThat(process.identity().host()).isEqualTo("host-a");
        assertThat(process.identity().processId()).isEqualTo(102);
        assertThat(process.identity().jobId()).isEqualTo(COMM);
        CommunicatorSnapshot communicator = process.communicators().getFirst();
        assertThat(communicator.identity().id()).isEqualTo(COMM);
        assertThat(communicator.identity().name()).isEqualTo("TP_0");
        assertThat(communicator.identity().commRank()).hasValue(2);
        assertThat(communicator.identity().worldRank()).isEmpty();
        assertThat(communicator.series())
                .extracting(series -> series.key().function().ncclName(), OperationSeries::sizeBytes)
                .containsExactly(tuple("AllReduce", 1000L), tuple("AllGather", 4000L), tuple("ReduceScatter", 4000L));
        assertThat(communicator.series())
                .allSatisfy(series -> assertThat(series.durations().sumNanos()).isEqualTo(10_000));
    }

    private ProcessSnapshot onlyProcess() {
        try (InspectorSource source = new InspectorSource(folder)) {
            List<ProcessSnapshot> processes = ((Reading.Fresh) source.read(NOW)).processes();
            assertThat(processes).hasSize(1);
            return processes.getFirst();
        }
    }

    private void write(String name, String... lines) throws IOException {
        Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    }
}
