// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.peer;

import dev.lockstep.cli.rules.model.Flavour;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/// Debian's Prometheus on a free loopback port, with its data in a folder of the test, until it is closed.
///
/// ```java
/// try (PrometheusServer prometheus = PrometheusServer.in(folder)
///         .flavour(Flavour.NATIVE)
///         .rules(Path.of("some.rules.yml"))
///         .scraping("lockstep", "127.0.0.1:28029")
///         .start()) {
///     prometheus.await("lockstep_watchdog", samples -> samples.size() == 1);
/// }
/// ```
public final class PrometheusServer implements AutoCloseable {
    private static final Path BINARY = Path.of("/usr/bin/prometheus");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newHttpClient();
    private final ServerProcess process;

    private PrometheusServer(ServerProcess process) {
        this.process = process;
    }

    /// Whether tests may start one: `assumeTrue(PrometheusServer.isInstalled(), "apt-get install prometheus")`.
    public static boolean isInstalled() {
        return Files.isExecutable(BINARY);
    }

    /// One that keeps its configuration, its log and, in `tsdb`, its data in that folder.
    public static Setup in(Path folder) {
        return new Setup(folder);
    }

    /// Where it listens, `http://127.0.0.1:PORT`.
    public URI uri() {
        return URI.create("http://" + process.address().getAuthority());
    }

    /// The series that an expression has now.
    public List<Sample> query(String expression) throws IOException, InterruptedException {
        return Answer.samples(get("/api/v1/query?query=" + encoded(expression)));
    }

    /// The series that an expression has at a time.
    public List<Sample> queryAt(String expression, Instant time) throws IOException, InterruptedException {
        return Answer.samples(get("/api/v1/query?time=" + time + "&query=" + encoded(expression)));
    }

    /// Any answer of its HTTP API, `/api/v1/rules` for example, as maps, lists and texts.
    public Map<String, Object> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri() + path))
                .timeout(Duration.ofSeconds(20))
                .build();
        return Answer.parse(
                client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    /// Waits until the series of an expression are as wanted and gives them.
    public List<Sample> await(String expression, Predicate<List<Sample>> wanted) {
        return awaitAtMost(PATIENCE, expression, wanted);
    }

    /// The same with a patience of its own.
    public List<Sample> awaitAtMost(Duration patience, String expression, Predicate<List<Sample>> wanted) {
        return Awaitility.await(expression)
                .atMost(patience)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> query(expression), wanted);
    }

    @Override
    public void close() {
        process.close();
    }

    private static String encoded(String expression) {
        return URLEncoder.encode(expression, StandardCharsets.UTF_8);
    }

    /// What it should be started with.
    public static final class Setup {
        private final Path folder;
        private final List<Path> rules = new ArrayList<>();
        private final Map<String, Targets> targets = new LinkedHashMap<>();
        private final List<String> flags = new ArrayList<>();
        private String interval = "200ms";
        private String alertmanager = "";
        private String remoteWrite = "";

        private Setup(Path folder) {
            this.folder = folder;
        }

        /// Classic unless said otherwise.
        public Setup flavour(Flavour flavour) {
            return flavour == Flavour.NATIVE ? flag("--enable-feature=native-histograms") : this;
        }

        /// Rule files to load; shell patterns are allowed.
        public Setup rules(Path... files) {
            rules.addAll(List.of(files));
            return this;
        }

        /// Targets, `host:port`, that it scrapes under a job name.
        public Setup scraping(String job, String... addresses) {
            return scraping(job, Map.of(), addresses);
        }

        /// The same, with labels that all series of these targets get.
        public Setup scraping(String job, Map<String, String> labels, String... addresses) {
            targets.put(job, new Targets(labels, List.of(addresses)));
            return this;
        }

        /// How often it scrapes, `200ms` unless said otherwise.
        public Setup every(String scrapeInterval) {
            interval = scrapeInterval;
            return this;
        }

        /// The Alertmanager, `host:port`, that it sends alerts to.
        public Setup alertmanager(String address) {
            alertmanager = address;
            return this;
        }

        /// Where it writes all samples to by Prometheus' remote-write protocol.
        public Setup remoteWrite(URI url) {
            remoteWrite = "remote_write: [{url: '%s', queue_config: {batch_send_deadline: 200ms}}]%n".formatted(url);
            return this;
        }

        /// One more flag of its command line.
        public Setup flag(String flag) {
            flags.add(flag);
            return this;
        }

        /// Starts it and waits until it is ready.
        public PrometheusServer start() throws IOException, InterruptedException {
            int port = ServerProcess.freePort();
            Path config = Files.writeString(Files.createDirectories(folder).resolve("prometheus.yml"), config());
            List<String> command = new ArrayList<>(List.of(
                    BINARY.toString(),
                    "--config.file=" + config,
                    "--storage.tsdb.path=" + folder.resolve("tsdb"),
                    "--web.listen-address=127.0.0.1:" + port));
            command.addAll(flags);
            PrometheusServer server = new PrometheusServer(ServerProcess.start("prometheus", port, command, folder));
            try {
                server.process.awaitReady("/-/ready");
            } catch (IOException | InterruptedException | RuntimeException never) {
                server.close();
                throw never;
            }
            return server;
        }

        private String config() {
            String files = rules.stream().map(file -> "  - '" + file + "'\n").collect(Collectors.joining());
            String jobs = targets.entrySet().stream().map(Setup::job).collect(Collectors.joining());
            String alerting = """
                alerting:
                  alertmanagers:
                    - static_configs: [{targets: ['%s']}]
                """.formatted(alertmanager);
            return "global: {scrape_interval: %1$s, scrape_timeout: %1$s, evaluation_interval: %1$s}\n"
                            .formatted(interval)
                    + (rules.isEmpty() ? "" : "rule_files:\n" + files)
                    + (alertmanager.isEmpty() ? "" : alerting)
                    + remoteWrite
                    + (targets.isEmpty() ? "" : "scrape_configs:\n" + jobs);
        }

        private static String job(Map.Entry<String, Targets> job) {
            return """
                  - job_name: '%s'
                    static_configs: [{targets: [%s], labels: {%s}}]
                """.formatted(
                    job.getKey(), job.getValue().listed(), job.getValue().labelled());
        }

        private record Targets(Map<String, String> labels, List<String> addresses) {
            String listed() {
                return addresses.stream().map(Setup::quoted).collect(Collectors.joining(", "));
            }

            String labelled() {
                return labels.entrySet().stream()
                        .map(label -> label.getKey() + ": " + quoted(label.getValue()))
                        .collect(Collectors.joining(", "));
            }
        }

        private static String quoted(String text) {
            return "'" + text + "'";
        }
    }
}
