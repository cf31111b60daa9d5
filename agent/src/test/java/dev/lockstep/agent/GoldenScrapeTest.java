// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.Machine;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// All that a running agent says of the fake machine testdata/node-a, compared as a whole. `-Dupdate` rewrites the
/// machine's shared memory and what is expected of it.
class GoldenScrapeTest {
    private static final boolean UPDATE = System.getProperty("update") != null;
    private static final Map<String, String> FLAGS =
            Map.of("listen", "127.0.0.1:0", "node", "node-a", "poll-interval", "1m");

    @TempDir
    private Path machine;

    private Agent agent;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        if (UPDATE) {
            NodeA.write(NodeA.directory().resolve("shared-memory"));
        }
        copy(NodeA.directory(), machine);
        AgentConfig config = AgentConfig.parse(FLAGS, Map.of(), new Machine("node-a", 0));
        agent = Agent.start(config, NodeA.sources(machine), NodeA.usage(machine), TestAgents.clocks(new ManualClock()));
        assertThat(agent.awaitFirstReading(Duration.ofSeconds(20))).isTrue();
    }

    @AfterEach
    void close() {
        agent.close();
    }

    @ParameterizedTest
    @CsvSource({"text/plain, metrics.txt", "application/openmetrics-text;version=1.0.0, metrics.openmetrics.txt"})
    void saysWhatItAlwaysSaid(String accept, String name) throws IOException {
        Path golden = NodeA.directory().resolve(name);
        String said = withoutVersions(
                TestAgents.get(agent, "/metrics", "Accept", accept).body());
        if (UPDATE) {
            Files.writeString(golden, said);
        }

        assertThat(said).as("rewrite with -Dupdate and read the difference").isEqualTo(Files.readString(golden));
    }

    @Test
    void satisfiesPromtool() throws IOException, InterruptedException {
        Path promtool = Path.of("/usr/bin/promtool");
        assumeTrue(Files.isExecutable(promtool), "apt-get install prometheus");
        Path scrape = machine.resolve("scrape");
        Files.writeString(scrape, TestAgents.get(agent, "/metrics").body());

        Process check = new ProcessBuilder(promtool.toString(), "check", "metrics")
                .redirectInput(scrape.toFile())
                .redirectErrorStream(true)
                .redirectOutput(new File(machine.toFile(), "verdict"))
                .start();

        assertThat(check.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(machine.resolve("verdict"))).isEmpty();
        assertThat(check.exitValue()).isZero();
    }

    private static String withoutVersions(String said) {
        return said.replaceAll("java_version=\"[^\"]*\"", "java_version=\"…\"")
                .replaceAll(",version=\"[^\"]*\"", ",version=\"…\"");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target);
                }
            }
        }
    }
}
