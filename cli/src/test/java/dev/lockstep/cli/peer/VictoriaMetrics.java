// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.peer;

import dev.lockstep.cli.server.ServerProcess;
import java.io.IOException;
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

/// Debian's VictoriaMetrics on a free loopback port, with its data in a folder of the test, until it is closed.
public final class VictoriaMetrics implements AutoCloseable {
    private static final Path BINARY = Path.of("/usr/bin/victoria-metrics");

    private final HttpClient client = HttpClient.newHttpClient();
    private final ServerProcess process;

    private VictoriaMetrics(ServerProcess process) {
        this.process = process;
    }

    /// Whether tests may start one.
    public static boolean isInstalled() {
        return Files.isExecutable(BINARY);
    }

    /// One that keeps everything in that folder.
    public static VictoriaMetrics start(Path folder) throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        List<String> command = List.of(
                BINARY.toString(),
                "-storageDataPath=" + folder.resolve("data"),
                "-httpListenAddr=127.0.0.1:" + port,
                "-search.latencyOffset=0s");
        VictoriaMetrics server = new VictoriaMetrics(
                ServerProcess.start("victoria-metrics", port, command, Files.createDirectories(folder)));
        try {
            server.process.awaitReady("/health");
        } catch (IOException | InterruptedException | RuntimeException never) {
            server.close();
            throw never;
        }
        return server;
    }

    /// Where Prometheus writes to.
    public URI remoteWrite() {
        return process.address().resolve("/api/v1/write");
    }

    /// The series that an expression has now.
    public List<Sample> query(String expression) throws IOException, InterruptedException {
        String path = "/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(process.address().resolve(path))
                .timeout(Duration.ofSeconds(20))
                .build();
        return Answer.samples(Answer.parse(
                client.send(request, HttpResponse.BodyHandlers.ofString()).body()));
    }

    @Override
    public void close() {
        process.close();
    }
}
