// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders of Inspector's Prometheus files.
class AnalyzePromTest {
    @TempDir
    Path folder;

    private void write(String uuid, String gpu, int micros) throws IOException {
        String labels = "{version=\"v5.1\",slurm_job_id=\"42\",node=\"a\",gpu=\"" + gpu
                + "\",comm_name=\"TP_0\",n_nodes=\"1\",nranks=\"4\",collective=\"AllReduce\","
                + "message_size=\"32-33MB\",algo_proto=\"RING_SIMPLE\"} ";
        Files.writeString(
                folder.resolve("nccl_inspector_metrics_" + uuid + ".prom"),
                "nccl_collective_exec_time_microseconds" + labels + micros + "\nnccl_bus_bandwidth_gbs" + labels
                        + "100\n");
    }

    @Test
    void tellsFilesWithEqualLabelsApartAndSaysSo() throws IOException {
        write("u0", "GPU0", 180);
        write("u1", "GPU0", 4000);
        Analysis analysis = Analysis.of(folder);
        assertThat(analysis.out())
                .contains("2 means of 2 GPUs on 1 nodes")
                .contains("2 series stand in several files with the same labels")
                .containsPattern("TP_0 .* 2 +180 µs +4.00 ms")
                .contains("They cannot tell who was late");
        assertThat(analysis.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void hasNothingToSayOfLabelsThatDiffer() throws IOException {
        write("u0", "GPU0", 180);
        write("u1", "GPU1", 190);
        assertThat(Analysis.of(folder).out()).doesNotContain("same labels");
    }
}
