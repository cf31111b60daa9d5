// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.peer;

import dev.lockstep.cli.server.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Debian's Alertmanager on a free loopback port, with its data in a folder of the test, until it is closed.
public final class AlertmanagerServer implements AutoCloseable {
    private static final Path BINARY = Path.of("/usr/bin/prometheus-alertmanager");
    private static final Path TOOL = Path.of("/usr/bin/amtool");

    private final HttpClient client = HttpClient.newHttpClient();
    private final ServerProcess process;

    private AlertmanagerServer(ServerProcess process) {
        this.process = process;
    }

    /// Whether tests may start one: `assumeTrue(…, "apt-get install prometheus-alertmanager")`.
    public static boolean isInstalled() {
        return Files.isExecutable(BINARY) && Files.isExecutable(TOOL);
    }

    /// Starts it with that configuration; its log and data lie beside it.
    public static AlertmanagerServer start(Path config) throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        List<String> command = List.of(
                BINARY.toString(),
                "--config.file=" + config,
                "--storage.path=" + config.resolveSibling("data"),
                "--web.listen-address=127.0.0.1:" + port,
                "--cluster.listen-address=");
        AlertmanagerServer server = new AlertmanagerServer(ServerProcess.start(
                "alertmanager", port, command, config.toAbsolutePath().resolveSibling("")));
        try {
            server.process.awaitReady("/-/ready");
        } catch (IOException | InterruptedException | RuntimeException never) {
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
        return process.address().getAuthority();
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
        return process.output();
    }

    private URI uri(String path) {
        return URI.create("http://" + address() + path);
    }

    @Override
    public void close() {
        process.close();
    }
}
