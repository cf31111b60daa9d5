// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpPostmanTest {
    @TempDir
    private Path directory;

    private final Map<String, String> asked = new TreeMap<>();
    private HttpServer server;
    private int status = 200;
    private String answer = "{\"sampling\":5}";
    private Optional<String> retryAfter = Optional.empty();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestHeaders().forEach((name, values) -> asked.put(name, values.getFirst()));
            asked.put("path", exchange.getRequestURI().getPath());
            asked.put("body", new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            retryAfter.ifPresent(seconds -> exchange.getResponseHeaders().add("Retry-After", seconds));
            exchange.sendResponseHeaders(status, answer.length());
            exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Answer post(Optional<Path> token) throws IOException {
        URI brain = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new HttpPostman(brain, token, Optional.empty()).post("batch".getBytes(StandardCharsets.UTF_8));
    }

    private Answer answered(int with) throws IOException {
        status = with;
        return post(Optional.empty());
    }

    @Test
    void asksAsTheWireFormatSays() throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "s3cret\n");

        assertThat(post(Optional.of(token))).isEqualTo(new Answer.Taken(5));
        assertThat(asked)
                .containsEntry("path", "/api/v1/feed")
                .containsEntry("body", "batch")
                .containsEntry("Authorization", "Bearer s3cret")
                .containsEntry("Content-type", "application/vnd.lockstep.feed");
    }

    @Test
    void knowsWhatIsWorthSendingAgain() throws IOException {
        assertThat(answered(400)).isEqualTo(new Answer.Refused("status_400"));
        assertThat(answered(413)).isEqualTo(new Answer.Refused("status_413"));
        assertThat(answered(415)).isEqualTo(new Answer.Refused("status_415"));
        assertThat(answered(401)).isEqualTo(new Answer.Later("status_401", Duration.ZERO));
        assertThat(answered(404)).isEqualTo(new Answer.Later("status_404", Duration.ZERO));
        assertThat(answered(500)).isEqualTo(new Answer.Later("status_500", Duration.ZERO));
    }

    @Test
    void honoursRetryAfterWithinReason() throws IOException {
        retryAfter = Optional.of("7");
        assertThat(answered(429)).isEqualTo(new Answer.Later("status_429", Duration.ofSeconds(7)));
        retryAfter = Optional.of("999999");
        assertThat(answered(503)).isEqualTo(new Answer.Later("status_503", Duration.ofMinutes(5)));
        retryAfter = Optional.of("Wed, 21 Oct 2015 07:28:00 GMT");
        assertThat(answered(503)).isEqualTo(new Answer.Later("status_503", Duration.ZERO));
    }

    @Test
    void believesNoNonsense() throws IOException {
        answer = "{\"sampling\":99}";
        assertThat(post(Optional.empty())).isEqualTo(new Answer.Taken(32));
        answer = "x".repeat(100_000);
        assertThat(post(Optional.empty())).isEqualTo(new Answer.Taken(0));
    }

    @Test
    void saysWhyItCouldNot() throws IOException {
        Path bad = Files.writeString(directory.resolve("token"), "two\nlines");

        assertThat(post(Optional.of(bad))).isEqualTo(new Answer.Later("token_unusable", Duration.ZERO));
        assertThat(post(Optional.of(directory.resolve("none"))))
                .isEqualTo(new Answer.Later("token_unusable", Duration.ZERO));
        assertThat(new HttpPostman(nobody(), Optional.empty(), Optional.empty()).post(new byte[1]))
                .isEqualTo(new Answer.Later("unreachable", Duration.ZERO));
    }

    /// An address at which nobody listens any more.
    private static URI nobody() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return URI.create("http://127.0.0.1:" + free.getLocalPort());
        }
    }
}
