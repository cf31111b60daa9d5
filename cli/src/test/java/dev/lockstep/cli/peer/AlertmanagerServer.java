// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.peer;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Debian's Alertmanager on a free loopback port, with its data in a folder of the test, until it is closed.
public final class AlertmanagerServer implements AutoCloseable {
    private static final Path BINARY = Path.of("/usr/bin/prometheus-alertmanager");
    private static final Path TOOL = Path.of("/usr/bin/amtool");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final int port;
    private final Path log;

    private AlertmanagerServer(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /// Whether tests may start one: `assumeTrue(…, "apt-get install prometheus-alertmanager")`.
    public static boolean isInstalled() {
        return Files.isExecutable(BINARY) && Files.isExecutable(TOOL);
    }

    /// Starts it with that configuration; its log and data lie beside it.
    public static AlertmanagerServer start(Path config) throws IOException {
        int port = PrometheusServer.freePort();
        Path log = config.resolveSibling("alertmanager.log");
        Process process = new ProcessBuilder(
                        BINARY.toString(),
                        "--config.file=" + config,
                        "--storage.path=" + config.resolveSibling("data"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--cluster.listen-address=")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        AlertmanagerServer server = new AlertmanagerServer(process, port, log);
        try {
            await("Alertmanager is ready").atMost(PATIENCE).until(server::isReady);
        } catch (RuntimeException | Error never) {
            server.close();
            throw never;
        }
        return server;
    }

    /// Runs amtool and gives what it printed.
    public static Promtool.Result tool(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(TOOL.toString()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Promtool.Result(process.waitFor(), text);
    }

    /// Where it listens, `host:port`.
    public String address() {
        return "127.0.0.1:" + port;
    }

    /// Sends alerts as Prometheus does: a JSON array of API v2.
    public void send(String alerts) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri("/api/v2/alerts"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(alerts))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
    }

    /// What it counts of itself.
    public String metrics() throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri("/metrics")).build(), BodyHandlers.ofString())
                .body();
    }

    /// All that it has logged.
    public String log() throws IOException {
        return Files.readString(log);
    }

    private URI uri(String path) {
        return URI.create("http://" + address() + path);
    }

    private boolean isReady() throws IOException, InterruptedException {
        if (!process.isAlive()) {
            throw new AssertionError("Alertmanager ended:\n" + log());
        }
        try {
            return client.send(HttpRequest.newBuilder(uri("/-/ready")).build(), BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (ConnectException notYet) {
            return false;
        }
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
