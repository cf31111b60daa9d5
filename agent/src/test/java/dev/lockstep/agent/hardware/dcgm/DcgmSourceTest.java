// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.device.GpuCount;
import dev.lockstep.core.model.device.GpuGauge;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.Throttle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DcgmSourceTest {
    private static final Instant NOW = Instant.ofEpochSecond(10);
    private static final String LABELS =
            "gpu=\"3\",UUID=\"GPU-3\",pci_bus_id=\"00000000:1B:00.0\",modelName=\"NVIDIA H100\",Hostname=\"node-a\"";

    private HttpServer exporter;
    private DcgmSource source;
    private volatile String body = "";

    @BeforeEach
    void serve() throws IOException {
        exporter = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        exporter.createContext("/metrics", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        exporter.start();
        source = new DcgmSource(
                URI.create("http://127.0.0.1:" + exporter.getAddress().getPort() + "/metrics"));
    }

    @AfterEach
    void stop() {
        exporter.stop(0);
    }

    private DeviceReport report(String... samples) {
        StringBuilder text = new StringBuilder("# TYPE DCGM_FI_DEV_GPU_TEMP gauge\n");
        for (String sample : samples) {
            int blank = sample.indexOf(' ');
            text.append(sample, 0, blank)
                    .append('{')
                    .append(LABELS)
                    .append('}')
                    .append(sample.substring(blank))
                    .append('\n');
        }
        body = text.toString();
        return ((Reading.Fresh) source.read(NOW)).devices();
    }

    @Test
    void readsNamesOfTodayAndOfTheFirstVersions() {
        DeviceReport report = report(
                "DCGM_FI_DEV_GPU_TEMP 45",
                "dcgm_sm_clock 1980",
                "DCGM_FI_DEV_ECC_DBE_AGG_TOTAL 2",
                "DCGM_FI_DEV_CLOCK_THROTTLE_REASONS 64",
                "DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL 9");

        assertThat(report.gpus()).singleElement().satisfies(gpu -> {
            assertThat(gpu.gpu().index()).hasValue(3);
            assertThat(gpu.gpu().pciBusId()).contains("0000:1b:00.0");
            assertThat(gpu.gauges()).containsEntry(GpuGauge.TEMPERATURE, 45.0).containsEntry(GpuGauge.SM_CLOCK, 1.98e9);
            assertThat(gpu.counts()).containsEntry(GpuCount.ECC_UNCORRECTED, 2L);
            assertThat(gpu.throttles().orElseThrow()).containsExactly(Throttle.HARDWARE_THERMAL);
        });
        assertThat(report.links()).singleElement().satisfies(link -> {
            assertThat(link.device()).isEqualTo("gpu3/nvlink");
            assertThat(link.totals().of(LinkError.RETRANSMIT)).isEqualTo(9);
        });
    }

    @Test
    void takesTheLastXidForNewOnlyWhenItChanges() {
        assertThat(report("DCGM_FI_DEV_XID_ERRORS 79").faults())
                .as("may be months old")
                .isEmpty();
        assertThat(report("DCGM_FI_DEV_XID_ERRORS 79").faults()).isEmpty();
        assertThat(report("DCGM_FI_DEV_XID_ERRORS 48").faults()).singleElement().satisfies(fault -> {
            assertThat(fault.code()).hasValue(48);
            assertThat(fault.gpu()).hasValue(3);
        });
        assertThat(report("DCGM_FI_DEV_XID_ERRORS 0").faults()).hasSize(1);
    }

    @Test
    void leavesOutMarksForNoValueAndRatesThatSayTheyAreCounters() {
        DeviceReport report = report(
                "DCGM_FI_DEV_GPU_TEMP 45",
                "DCGM_FI_DEV_MEMORY_TEMP 2147483632",
                "DCGM_FI_DEV_FB_USED 9223372036854775794",
                "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL 300");

        assertThat(report.gpus().getFirst().gauges()).containsOnlyKeys(GpuGauge.TEMPERATURE);
        assertThat(report.links()).isEmpty();
    }

    @Test
    void failsWhereItShouldRunAndDoesNot() {
        exporter.stop(0);

        assertThat(source.read(NOW)).isInstanceOf(Reading.Failed.class);
    }
}
