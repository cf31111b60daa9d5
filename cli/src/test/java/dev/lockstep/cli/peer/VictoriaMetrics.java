// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.peer;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/// Debian's VictoriaMetrics on a free loopback port, with its data in a folder of the test, until it is closed.
public final class VictoriaMetrics implements AutoCloseable {
    private static final Path BINARY = Path.of("/usr/bin/victoria-metrics");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final URI uri;

    private VictoriaMetrics(Process process, URI uri) {
        this.process = process;
        this.uri = uri;
    }

    /// Whether tests may start one.
    public static boolean isInstalled() {
        return Files.isExecutable(BINARY);
    }

    /// One that keeps everything in that folder.
    public static VictoriaMetrics start(Path folder) throws IOException {
        int port = PrometheusServer.freePort();
        Files.createDirectories(folder);
        Process process = new ProcessBuilder(
                        BINARY.toString(),
                        "-storageDataPath=" + folder.resolve("data"),
                        "-httpListenAddr=127.0.0.1:" + port,
                        "-search.latencyOffset=0s")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("victoria-metrics.log").toFile()))
                .start();
        VictoriaMetrics server = new VictoriaMetrics(process, URI.create("http://127.0.0.1:" + port));
        try {
            Awaitility.await("VictoriaMetrics is ready").atMost(PATIENCE).until(server::isReady);
        } catch (RuntimeException | Error never) {
            server.close();
            throw never;
        }
        return server;
    }

    /// Where Prometheus writes to.
    public URI remoteWrite() {
        return uri.resolve("/api/v1/write");
    }

    /// The series that an expression has now.
    public List<Sample> query(String expression) throws IOException, InterruptedException {
        String path = "/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8);
        return Answer.samples(Answer.parse(get(path).body()));
    }

    private boolean isReady() throws IOException, InterruptedException {
        try {
            return get("/health").statusCode() == 200;
        } catch (ConnectException notYet) {
            return false;
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri.resolve(path))
                .timeout(Duration.ofSeconds(20))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException asked) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
