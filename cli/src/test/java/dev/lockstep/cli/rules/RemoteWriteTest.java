// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.peer.PrometheusServer;
import dev.lockstep.cli.peer.Sample;
import dev.lockstep.cli.peer.VictoriaMetrics;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real Prometheus that scrapes an agent, evaluates the rules and writes both to a real VictoriaMetrics: nothing of
/// it
/// is lost or renamed on the way, so dashboards can be pointed at either.
class RemoteWriteTest {
    private static final int CHUNKED = 0;

    @TempDir
    private Path folder;

    private HttpServer agent;

    /// The golden scrape of the made-up node.
    @BeforeEach
    void serve() throws IOException {
        byte[] scrape = Files.readAllBytes(Checkout.root().resolve("testdata/node-a/metrics.txt"));
        agent = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        agent.createContext("/metrics", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, CHUNKED);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(scrape);
            }
        });
        agent.start();
    }

    @AfterEach
    void stop() {
        agent.stop(0);
    }

    @Test
    void carriesEverySeriesToVictoriaMetrics() throws IOException, InterruptedException {
        assumeTrue(PrometheusServer.isInstalled(), "apt-get install prometheus");
        assumeTrue(VictoriaMetrics.isInstalled(), "apt-get install victoria-metrics");
        Path rules = Checkout.root().resolve("deploy/prometheus/classic/*.rules.yml");
        try (VictoriaMetrics store = VictoriaMetrics.start(folder.resolve("store"));
                PrometheusServer prometheus = PrometheusServer.in(folder.resolve("prometheus"))
                        .rules(rules)
                        .scraping("lockstep", "127.0.0.1:" + agent.getAddress().getPort())
                        .remoteWrite(store.remoteWrite())
                        .start()) {
            prometheus.await("job_comm:nccl_communicator:info", samples -> !samples.isEmpty());
            for (String family : List.of(
                    "nccl_collective_duration_seconds_bucket",
                    "nccl_collective_calls_total",
                    "nccl_rank_info",
                    "nccl_allreduce_duration_bucket",
                    "job_comm:nccl_communicator:info")) {
                Map<String, Double> here = byLabels(prometheus.await(family, samples -> !samples.isEmpty()));
                await(family)
                        .atMost(Duration.ofMinutes(1))
                        .untilAsserted(
                                () -> assertThat(byLabels(store.query(family))).isEqualTo(here));
            }
        }
    }

    private static Map<String, Double> byLabels(List<Sample> samples) {
        Map<String, Double> byLabels = new TreeMap<>();
        samples.forEach(sample -> byLabels.put(new TreeMap<>(sample.labels()).toString(), sample.value()));
        return byLabels;
    }
}
