// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.http;

import static dev.lockstep.agent.SampleNode.COMM;
import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.series;
import static dev.lockstep.agent.TestAgents.get;
import static dev.lockstep.agent.TestAgents.request;
import static dev.lockstep.agent.TestAgents.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.Agent;
import dev.lockstep.agent.FakeSource;
import dev.lockstep.agent.ManualClock;
import dev.lockstep.agent.TestAgents;
import dev.lockstep.core.model.NcclFunction;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// HTTP as scrapers, probes and strangers speak it.
class AgentHttpTest {
    private static final String PROTOBUF =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

    private final ManualClock clock = new ManualClock();
    private final FakeSource memory = new FakeSource("shared_memory");
    private Agent agent;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        long size = 1 << 20;
        memory.sees(process(
                1, living(communicator(COMM, 0, 0), series(key(NcclFunction.ALL_REDUCE, size), size, 5_000))));
        agent = TestAgents.start(clock, memory);
        assertThat(agent.awaitFirstReading(Duration.ofSeconds(10))).isTrue();
    }

    @AfterEach
    void close() {
        agent.close();
    }

    @Test
    void servesTextToWhoAsksForNothing() {
        HttpResponse<String> answer = get(agent, "/metrics");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(contentType(answer)).startsWith("text/plain; version=0.0.4");
        assertThat(answer.body())
                .contains("# TYPE nccl_collective_duration_seconds histogram\n")
                .contains("le=\"+Inf\"} 1\n")
                .endsWith("\n");
    }

    @Test
    void servesOpenMetricsToWhoAsksForIt() {
        HttpResponse<String> answer = get(agent, "/metrics", "Accept", "application/openmetrics-text;version=1.0.0");

        assertThat(contentType(answer)).startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(answer.body())
                .contains("# UNIT nccl_collective_bytes bytes\n")
                .endsWith("# EOF\n");
    }

    @Test
    void servesProtobufToWhoAsksForIt() {
        HttpResponse<String> answer = get(agent, "/metrics", "Accept", PROTOBUF);

        assertThat(contentType(answer)).startsWith("application/vnd.google.protobuf");
        assertThat(answer.body()).contains("nccl_collective_duration_seconds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"image/png", ";;;,,,=", "application/openmetrics", "*/*", "text/html;q=nonsense"})
    void servesTextToWhoAsksForSomethingOdd(String accept) {
        HttpResponse<String> answer = get(agent, "/metrics", "Accept", accept);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(contentType(answer)).startsWith("text/plain");
    }

    @Test
    void compressesForWhoTakesIt() throws IOException {
        HttpResponse<byte[]> answer = send(
                request(agent, "/metrics", "Accept-Encoding", "deflate, gzip").build(), BodyHandlers.ofByteArray());

        assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
        try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            assertThat(new String(plain.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(get(agent, "/metrics").body());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/metrics", "/healthz", "/config", "/", "/nowhere"})
    void answersHeadWithHeadersAlone(String path) {
        HttpResponse<String> head = send(
                request(agent, path).method("HEAD", BodyPublishers.noBody()).build());

        assertThat(head.statusCode()).isEqualTo(get(agent, path).statusCode());
        assertThat(contentType(head)).isEqualTo(contentType(get(agent, path)));
        assertThat(head.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nowhere", "/metrics/", "/metrics/x", "/%2e%2e/etc/passwd", "/healthz/../metrics"})
    void saysInOneLineWhatItDoesNotHave(String path) {
        HttpResponse<String> answer = get(agent, path);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo("no such page: /metrics, /healthz, /config and / are here\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE"})
    void onlyLetsItselfBeRead(String method) {
        HttpResponse<String> answer = send(request(agent, "/metrics")
                .method(method, BodyPublishers.ofString("x"))
                .build());

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
        assertThat(answer.body()).hasLineCount(1);
    }

    @Test
    void isWellWhileItReads() {
        HttpResponse<String> answer = get(agent, "/healthz");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("ok\n");
    }

    @Test
    void showsWhatHoldsAndWhoSetIt() {
        assertThat(get(agent, "/config").body())
                .contains("listen: \"127.0.0.1:0\"  # --listen\n", "grace: 2m  # default\n")
                .contains("# inspector_dir: not set\n");
    }

    @Test
    void showsAPersonWhereThingsAre() {
        assertThat(get(agent, "/").body())
                .contains("<a href=\"/metrics\">")
                .contains("Lockstep agent on node-a")
                .contains("shared_memory: fresh, 1 process<");
    }

    @Test
    void answersManyAtOnceWithTheSameTruth() throws InterruptedException, ExecutionException {
        String truth = get(agent, "/metrics").body();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<HttpResponse<String>>> scrapes = IntStream.range(0, 100)
                    .<Callable<HttpResponse<String>>>mapToObj(i -> () -> get(agent, "/metrics"))
                    .toList();
            for (Future<HttpResponse<String>> scrape : clients.invokeAll(scrapes)) {
                assertThat(scrape.get().statusCode()).isEqualTo(200);
                assertThat(withoutTimes(scrape.get().body())).isEqualTo(withoutTimes(truth));
            }
        }
        assertThat(get(agent, "/metrics").statusCode()).isEqualTo(200);
    }

    @Test
    void outlivesAClientThatLeavesInTheMiddle() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (Socket rude =
                    new Socket(InetAddress.getLoopbackAddress(), agent.address().getPort())) {
                rude.getOutputStream()
                        .write("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
        }
        assertThat(get(agent, "/metrics").statusCode()).isEqualTo(200);
    }

    private static String withoutTimes(String body) {
        return body.replaceAll("(?m)^lockstep_source_duration_seconds.*$", "");
    }

    private static String contentType(HttpResponse<?> answer) {
        return answer.headers().firstValue("Content-Type").orElse("none");
    }
}
