// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.prometheus;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Debian's Prometheus on a loopback port of its own, scraping one target five times a second.
final class PrometheusServer implements AutoCloseable {
    /// Which histograms it takes: this version takes the classic ones or the native ones, never both.
    enum Histograms {
        CLASSIC,
        NATIVE
    }

    private static final Path BINARY = Path.of("/usr/bin/prometheus");
    private static final Pattern VALUE = Pattern.compile("\"value\":\\[[0-9.]+,\"([^\"]+)\"]");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final int port;

    private PrometheusServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static boolean isInstalled() {
        return Files.isExecutable(BINARY);
    }

    static PrometheusServer scraping(int target, Histograms histograms, Path directory) throws IOException {
        return scraping(target, "", histograms, directory);
    }

    /// The same with more lines for its scrape configuration, such as `scheme: https`.
    static PrometheusServer scraping(int target, String how, Histograms histograms, Path directory) throws IOException {
        int port = freePort();
        Path config = Files.createDirectories(directory).resolve("prometheus.yml");
        Files.writeString(config, """
            global: {scrape_interval: 200ms, scrape_timeout: 200ms}
            scrape_configs:
              - job_name: lockstep
                static_configs: [{targets: ['127.0.0.1:%d']}]
            %s\
            """.formatted(target, how.indent(4)));
        List<String> command = new ArrayList<>(List.of(
                BINARY.toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + directory.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:" + port));
        if (histograms == Histograms.NATIVE) {
            command.add("--enable-feature=native-histograms");
        }
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
        return new PrometheusServer(process, port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// The value of an expression that has one; empty while it has none or the server does not answer yet.
    OptionalDouble query(String expression) {
        URI uri = URI.create("http://127.0.0.1:" + port + "/api/v1/query?query="
                + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        try {
            String answer = client.send(
                            HttpRequest.newBuilder(uri)
                                    .timeout(Duration.ofSeconds(5))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            Matcher value = VALUE.matcher(answer);
            return value.find() ? OptionalDouble.of(Double.parseDouble(value.group(1))) : OptionalDouble.empty();
        } catch (IOException notYet) {
            return OptionalDouble.empty();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            return OptionalDouble.empty();
        }
    }

    /// The answer, as soon as there is one: series are stale from a scrape that came too late to the next.
    double answer(String expression) {
        return await(expression)
                .atMost(Duration.ofMinutes(1))
                .until(() -> query(expression), OptionalDouble::isPresent)
                .orElseThrow();
    }

    /// Waits until an expression has this very value.
    void awaitValue(String expression, double value) {
        await(expression + " is " + value)
                .atMost(Duration.ofMinutes(1))
                .until(() -> query(expression), found -> found.isPresent() && found.getAsDouble() == value);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException asked) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
