// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.dashboards.DashboardFiles;
import dev.lockstep.cli.process.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The committed dashboards are what the command writes.
class DashboardsCommandTest {
    private final StringWriter said = new StringWriter();

    @Test
    void keepsTheCommittedDashboardsFresh() throws IOException {
        CommittedFiles.assertFresh(DashboardFiles.files(), "./lockstep dashboards");
        assertThat(jsonFiles(Checkout.root().resolve("deploy/grafana")))
                .as("no dashboard without a source")
                .hasSameSizeAs(DashboardFiles.files());
    }

    @Test
    void tellsTheConsolesChecksWhichSeriesThereAre() throws IOException {
        assertThat(run("dashboards", "--series")).isEqualTo(ExitCode.OK);

        assertThat(said.toString())
                .as("run ./lockstep dashboards --series > console/test/dashboards/series.json")
                .isEqualTo(Files.readString(Checkout.root().resolve("console/test/dashboards/series.json")));
    }

    @Test
    void writesEachDashboardWhereItIsAskedTo(@TempDir Path folder) throws IOException {
        assertThat(run("dashboards", "--out", folder.toString())).isEqualTo(ExitCode.OK);

        assertThat(jsonFiles(folder.resolve("grafana"))).hasSize(8);
        assertThat(said.toString())
                .contains(folder.resolve("grafana/lockstep-cluster.json").toString());
    }

    @Test
    void saysInOneLineThatItCannotWrite(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("taken"), "");

        assertThat(run("dashboards", "--out", file.toString())).isEqualTo(ExitCode.FAILED);

        assertThat(said.toString().lines()).singleElement().asString().contains(file.toString());
    }

    private int run(String... arguments) {
        PrintWriter writer = new PrintWriter(said, true);
        CommandLine line = Lockstep.commandLine().setOut(writer).setErr(writer);
        return line.execute(arguments);
    }

    private static List<Path> jsonFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }
}
