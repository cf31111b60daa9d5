// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.simulator.timeline.Examples;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DcgmExportersTest {
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final Instant START = Instant.ofEpochSecond(1_800_000_000);

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final InstantSource clock = now::get;

    @Test
    void servesTheGpusOfEachNodeUnderTheLabelsOfTheRealExporter() throws IOException {
        try (DcgmExporters exporters = start(false)) {
            String text = scrape(exporters, 1);

            assertThat(text.lines().filter(line -> line.startsWith("DCGM_FI_DEV_GPU_TEMP{")))
                    .hasSize(8);
            assertThat(text)
                    .contains("DCGM_FI_DEV_XID_ERRORS{gpu=\"0\",UUID=\""
                            + SimulatedGpu.of(1, 0).uuid()
                            + "\",pci_bus_id=\"00000000:1B:00.0\",device=\"nvidia0\",modelName=\"NVIDIA H100 80GB"
                            + " HBM3\",Hostname=\"node-b\",DCGM_FI_DRIVER_VERSION=\"570.124.06\"} 0\n");
        }
    }

    @Test
    void spellsTheHostAsNewerExportersDo() throws IOException {
        try (DcgmExporters exporters = start(true)) {
            assertThat(scrape(exporters, 0)).contains("hostname=\"node-a\"").doesNotContain("Hostname=");
        }
    }

    @Test
    void readsIdleGpusAtFirstAndBusyOnesOnceTheJobRuns() throws IOException {
        try (DcgmExporters exporters = start(false)) {
            assertThat(scrape(exporters, 0)).contains("DCGM_FI_DEV_SM_CLOCK{gpu=\"0\"");
            now.set(START.plusSeconds(3));
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(values(scrape(exporters, 0), "DCGM_FI_DEV_GPU_UTIL"))
                            .hasSize(8)
                            .allMatch(value -> value > 80));
            assertThat(values(scrape(exporters, 0), "DCGM_FI_PROF_NVLINK_TX_BYTES"))
                    .allMatch(value -> value > 1e9);
        }
    }

    @Test
    void isReadableForPromtool() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(PROMTOOL), "apt-get install prometheus");
        try (DcgmExporters exporters = start(false)) {
            Process promtool = new ProcessBuilder(PROMTOOL.toString(), "check", "metrics")
                    .redirectErrorStream(true)
                    .start();
            try (var input = promtool.getOutputStream()) {
                input.write(scrape(exporters, 0).getBytes(StandardCharsets.UTF_8));
            }
            String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            // The names are NVIDIA's: counters that end in TOTAL, labels such as modelName.
            assertThat(promtool.waitFor()).as(said).isIn(0, 3);
            assertThat(said.lines())
                    .allMatch(line -> line.contains("_VOL_TOTAL counter metrics should have")
                            || line.contains("label names should be written in 'snake_case'"));
        }
    }

    private DcgmExporters start(boolean newSpelling) throws IOException {
        var settings = new DcgmExporters.Settings(List.of("node-a", "node-b"), newSpelling, 0);
        return DcgmExporters.start(Examples.named("healthy"), settings, START.toEpochMilli(), 1, clock);
    }

    private static String scrape(DcgmExporters exporters, int node) throws IOException {
        int port = exporters.addresses().get(node).getPort();
        try (var body =
                URI.create("http://127.0.0.1:" + port + "/metrics").toURL().openStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<Double> values(String text, String name) {
        Stream<String> lines = text.lines().filter(line -> line.startsWith(name + "{"));
        return lines.map(line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
    }
}
