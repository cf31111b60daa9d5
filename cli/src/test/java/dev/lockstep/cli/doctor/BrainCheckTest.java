// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.lockstep.cli.doctor.Finding.Level;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the doctor says of the brain that an agent feeds; a few lines play both.
class BrainCheckTest {
    private HttpServer agent;
    private HttpServer brain;

    @BeforeEach
    void start() throws IOException {
        agent = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        brain = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        agent.start();
        brain.start();
        answer(agent, "/config", 200, "node: a  # default\nbrain: \"" + uri(brain) + "\"  # --brain\n");
        answer(brain, "/healthz", 200, "ok\n");
    }

    @AfterEach
    void stop() {
        agent.stop(0);
        brain.stop(0);
    }

    @Test
    void isWellWhereTheLastBatchWasTakenJustNow() {
        metrics("lockstep_feed_staleness_seconds{brain=\"b:1\",node=\"a\"} 0.8");

        assertThat(BrainCheck.findings(uri(agent)))
                .containsExactly(
                        Finding.ok("brain", "b:1 takes batches, the last one 1 s ago"),
                        Finding.ok("brain", uri(brain) + " is well"));
    }

    @ParameterizedTest
    @CsvSource({
        "status_401, --brain-token-file",
        "token_unusable, --brain-token-file",
        "tls, --brain-ca-file",
        "unreachable, start lockstep server",
        "status_400, one release",
        "status_429, the brain is busy",
        "status_404, name the brain itself"
    })
    void saysWhyNothingIsTakenAndWhatToDo(String reason, String remedy) {
        metrics("lockstep_feed_refused_total{brain=\"b:1\",node=\"a\",reason=\"" + reason + "\"} 3.0");

        Finding fed = BrainCheck.findings(uri(agent)).getFirst();

        assertThat(fed.level()).isEqualTo(Level.FAIL);
        assertThat(fed.what()).isEqualTo("b:1 has taken no batch since the agent started: " + reason + " 3 times");
        assertThat(fed.remedy()).contains(remedy);
    }

    @Test
    void saysForHowLongNothingWasTaken() {
        metrics("""
            lockstep_feed_staleness_seconds{brain="b:1",node="a"} 300.2
            lockstep_feed_refused_total{brain="b:1",node="a",reason="timeout"} 9.0
            """);

        assertThat(BrainCheck.findings(uri(agent)).getFirst().what())
                .isEqualTo("b:1 has taken no batch for 300 s: timeout 9 times");
    }

    @Test
    void warnsOfBatchesThatWereDropped() {
        metrics("""
            lockstep_feed_staleness_seconds{brain="b:1",node="a"} 1.0
            lockstep_feed_batches_dropped_total{brain="b:1",node="a"} 7.0
            """);

        Finding fed = BrainCheck.findings(uri(agent)).getFirst();

        assertThat(fed.level()).isEqualTo(Level.WARN);
        assertThat(fed.what()).startsWith("b:1 takes batches, but 7 were dropped");
    }

    @Test
    void saysThatABrainIsNotThereOrNotWell() {
        metrics("lockstep_feed_staleness_seconds{brain=\"b:1\",node=\"a\"} 1.0");
        brain.removeContext("/healthz");
        answer(brain, "/healthz", 503, "no look for 30 s\n");
        assertThat(BrainCheck.findings(uri(agent)).getLast().what()).endsWith(" is not well: no look for 30 s");

        URI gone = uri(brain);
        brain.stop(0);
        assertThat(BrainCheck.findings(uri(agent)).getLast())
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.FAIL))
                .satisfies(finding -> assertThat(finding.what()).startsWith(gone + " does not answer"));
    }

    @Test
    void notesThatNoBrainIsFed() {
        metrics("lockstep_build_info{node=\"a\",version=\"0.1.0\"} 1");

        assertThat(BrainCheck.findings(uri(agent)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.NOTE));
    }

    @Test
    void saysNothingWhereNoAgentAnswers() {
        agent.stop(0);

        assertThat(BrainCheck.findings(uri(agent))).isEmpty();
    }

    private void metrics(String text) {
        answer(agent, "/metrics", 200, text);
    }

    private static URI uri(HttpServer server) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void answer(HttpServer server, String path, int status, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }
}
