// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.agent.hardware.FakeTree;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.LinkError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Debian's node_exporter and our source over one fake /sys: what both tell is the same.
class NodeExporterTest {
    private static final Path BINARY = Path.of("/usr/bin/prometheus-node-exporter");
    private static final Pattern PORT =
            Pattern.compile("(node_infiniband_\\w+)\\{device=\"(\\w+)\",port=\"(\\d+)\"} (\\S+)");

    /// This version of node_exporter shows no port at all where one has no `counters` folder, as these drivers'.
    private static final List<String> WITHOUT_COUNTERS = List.of("rdmap16s27", "irdma0", "bnxt_re0");

    @TempDir
    private Path directory;

    private static String get(int port) throws InterruptedException {
        try {
            URI uri = URI.create("http://127.0.0.1:" + port + "/metrics");
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(uri)
                                    .timeout(Duration.ofSeconds(10))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException notYet) {
            return "";
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private String ofNodeExporter(Path sysfs) throws IOException, InterruptedException {
        int port = freePort();
        Process exporter = new ProcessBuilder(
                        BINARY.toString(),
                        "--path.sysfs=" + sysfs,
                        "--collector.disable-defaults",
                        "--collector.infiniband",
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        try {
            return await("an answer of node_exporter")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> get(port), said -> said.contains("node_scrape_collector_success"));
        } finally {
            exporter.destroy();
            exporter.waitFor(10, TimeUnit.SECONDS);
        }
    }

    /// The series of node_exporter that ours has too.
    private static Map<String, Double> ours(List<DeviceLink> links) {
        Map<String, Double> series = new TreeMap<>();
        for (DeviceLink link : links) {
            if (!link.kind().isRdma()) {
                continue;
            }
            String port = " " + link.device();
            link.totals()
                    .bytes()
                    .sent()
                    .ifPresent(n -> series.put("port_data_transmitted_bytes_total" + port, (double) n));
            link.totals()
                    .bytes()
                    .received()
                    .ifPresent(n -> series.put("port_data_received_bytes_total" + port, (double) n));
            link.totals()
                    .packets()
                    .sent()
                    .ifPresent(n -> series.put("port_packets_transmitted_total" + port, (double) n));
            link.totals()
                    .packets()
                    .received()
                    .ifPresent(n -> series.put("port_packets_received_total" + port, (double) n));
            series.put("link_downed_total" + port, (double) link.totals().of(LinkError.DOWN));
            series.put(
                    "link_error_recovery_total" + port, (double) link.totals().of(LinkError.RECOVERY));
            series.put("symbol_error_total" + port, (double) link.totals().of(LinkError.SYMBOL));
            series.put("local_link_integrity_errors_total" + port, (double)
                    link.totals().of(LinkError.INTEGRITY));
            link.rate().bytesPerSecond().ifPresent(rate -> series.put("rate_bytes_per_second" + port, rate));
        }
        return series;
    }

    @Test
    void agreesWithOursOnTheSamePorts() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(BINARY), "apt-get install prometheus-node-exporter");
        String root = System.getProperty("lockstep.root");
        Path testdata = (root == null ? Path.of("..") : Path.of(root)).resolve("testdata/node-a/sys.tree");
        FakeTree sys = FakeTree.unpack(testdata, directory.resolve("sys"));
        Reading.Fresh fresh = (Reading.Fresh) new NicSource(sys.root()).read(Instant.EPOCH);
        Map<String, Double> ours = ours(fresh.devices().links());
        for (String device : WITHOUT_COUNTERS) {
            Files.delete(sys.root().resolve("class/infiniband").resolve(device));
        }
        String said = ofNodeExporter(sys.root());
        List<String> compared = new ArrayList<>();

        Matcher line = PORT.matcher(said);
        while (line.find()) {
            String series =
                    line.group(1).substring("node_infiniband_".length()) + " " + line.group(2) + ":" + line.group(3);
            Double value = ours.get(series);
            if (value != null) {
                assertThat(Double.parseDouble(line.group(4))).as(series).isEqualTo(value);
                compared.add(series);
            }
        }

        assertThat(compared)
                .as(said)
                .contains("port_data_transmitted_bytes_total mlx5_0:1", "symbol_error_total mlx5_1:1")
                .contains("rate_bytes_per_second mlx5_0:1", "link_downed_total mlx5_0:1");
    }
}
