// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.server.Server;
import dev.lockstep.server.config.ServerConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The command beside a brain that has seen nothing yet.
class ReportCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();

    @Test
    void readsTheStoreOfARunningBrainAndItsAnswers() throws Exception {
        ServerConfig config = ServerConfig.parse(
                Map.of(
                        "listen",
                        "127.0.0.1:0",
                        "store-dir",
                        folder.resolve("store").toString()),
                Map.of());
        try (Server brain = Server.start(config, InstantSource.system(), System::nanoTime)) {
            assertThat(report("--store", folder.resolve("store").toString())).isZero();
            assertThat(out.toString()).contains("0 incidents in 0 jobs", "Note: The store has no minutes");

            Path page = folder.resolve("page.html");
            String url = "http://127.0.0.1:" + brain.address().getPort();
            assertThat(report("--brain", url, "--json", "--html", page.toString(), "--since", "12h"))
                    .isZero();
            assertThat(out.toString()).contains("\"lost_gpu_hours\":0", "\"gaps\":[\"A running brain tells");
            assertThat(Files.readString(page)).startsWith("<!doctype html>").contains("0 incidents");
        }
    }

    @Test
    void saysWhatItNeeds() {
        assertRefused("either --store DIR", "--since", "1d");
        assertRefused("must be a time", "--since", "soon", "--store", folder.toString());
        assertRefused("is no folder", "--store", folder.resolve("none").toString());
    }

    private void assertRefused(String words, String... arguments) {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> report(arguments))
                .satisfies(invalid -> assertThat(invalid.problems())
                        .singleElement()
                        .satisfies(problem -> assertThat(problem).contains(words)));
    }

    private int report(String... arguments) throws Exception {
        ReportCommand command = new ReportCommand();
        new CommandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(new StringWriter()))
                .parseArgs(arguments);
        return command.call();
    }
}
