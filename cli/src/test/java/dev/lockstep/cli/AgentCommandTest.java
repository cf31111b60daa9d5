// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lockstep.cli.process.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `lockstep agent` as an operator meets it: what it says at the start, at the end, and when it cannot start.
class AgentCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter err = new StringWriter();

    @Test
    void tellsWhatItServesAndStopsWhenItIsTold() throws IOException, InterruptedException {
        Path said = directory.resolve("said");
        Process agent =
                AgentProcess.start(said, "--listen", "127.0.0.1:0", "--node", "node-a", "--dir", directory.toString());
        try {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> Files.readString(said), text -> text.contains("reads every 1000 ms"));
            assertThat(Files.readString(said))
                    .containsPattern("(?m)^lockstep agent: node-a at http://127\\.0\\.0\\.1:\\d+/metrics$")
                    .contains(
                            "  shared_memory: fresh, 0 processes\n", "  inspector_json: not read, no --inspector-dir\n")
                    .containsPattern(
                            "(?m)^  settings: listen=127\\.0\\.0\\.1:0 node=node-a dir=.* set by: --listen, --node, --dir$");
            Matcher url = AgentProcess.METRICS_URL.matcher(Files.readString(said));
            assertThat(url.find()).isTrue();
            try (var metrics = URI.create(url.group()).toURL().openStream()) {
                assertThat(new String(metrics.readAllBytes(), StandardCharsets.UTF_8))
                        .contains("lockstep_watchdog{node=\"node-a\"} 1.0\n");
            }

            agent.destroy();
            assertThat(agent.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            agent.destroyForcibly();
        }
        assertThat(agent.exitValue()).isZero();
        assertThat(Files.readString(said)).endsWith("lockstep agent: stopped\n").doesNotContain("Exception");
    }

    @Test
    void saysInOneLineThatItsPortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();

            assertThat(execute("agent", "--listen", address, "--dir", directory.toString()))
                    .isEqualTo(ExitCode.FAILED);
            assertThat(err.toString())
                    .isEqualTo("lockstep: cannot listen on " + address + ": Address already in use\n");
        }
    }

    @Test
    void tellsAllThatIsWrongWithItsOptions() {
        int code = execute("agent", "--listen", "x", "--dir", directory + "/none", "--grace", "soon");

        assertThat(code).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(err.toString().lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith("lockstep: --"))
                .anyMatch(line -> line.contains("/none' does not"));
    }

    @Test
    void tellsUnknownOptionsWithTheRest() {
        int code = execute("agent", "--listne", "127.0.0.1:0", "--nod=x", "--grace", "soon");

        assertThat(code).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(err.toString().lines())
                .contains(
                        "lockstep: --listne is no setting of the agent: did you mean --listen?",
                        "lockstep: --nod is no setting of the agent: did you mean --node?")
                .hasSize(3);
    }

    @Test
    void refusesAWordThatBelongsToNothing() {
        assertThat(execute("agent", "now")).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(err.toString()).startsWith("'now' belongs to no option: remove it");
    }

    private int execute(String... arguments) {
        CommandLine line = Lockstep.commandLine().setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }
}
