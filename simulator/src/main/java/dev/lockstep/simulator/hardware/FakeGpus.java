// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.hardware;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.simulator.dcgm.SimulatedGpu;
import dev.lockstep.simulator.scenario.Symptom.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/// A dcgm-exporter of one node that tells no more than a GPU's health, on a free port of the loopback address.
final class FakeGpus implements AutoCloseable {
    static final String DRIVER = "570.124.06";

    /// Bits of NVML's reasons: the hardware slows down, because of heat.
    private static final int HARDWARE_THERMAL = 0x8 | 0x40;

    private static final int CLOCK_MHZ = 1_980;
    private static final int HOT_CLOCK_MHZ = 990;
    private static final int TEMPERATURE = 61;
    private static final int HOT = 88;
    private static final int REPLAYS_A_SECOND = 9;
    private static final int SECONDS_A_RECOVERY = 4;
    private static final int FLITS_A_SECOND = 70;

    private final String name;
    private final int node;
    private final int gpus;
    private final HttpServer server;
    private volatile String text;

    private FakeGpus(String name, int node, int gpus, HttpServer server) {
        this.name = name;
        this.node = node;
        this.gpus = gpus;
        this.server = server;
        this.text = textOf(List.of());
    }

    static FakeGpus start(String name, int node, int gpus) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        FakeGpus fake = new FakeGpus(name, node, gpus, server);
        server.createContext("/metrics", fake::answer);
        server.start();
        return fake;
    }

    URI metrics() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
    }

    void tell(List<FakeNode.Begun> begun) {
        text = textOf(begun);
    }

    private String textOf(List<FakeNode.Begun> begun) {
        StringBuilder all = new StringBuilder();
        for (int index = 0; index < gpus; index++) {
            boolean isHot = has(begun, Kind.THROTTLED_GPU, index);
            line(all, "DCGM_FI_DEV_CLOCKS_EVENT_REASONS", index, isHot ? HARDWARE_THERMAL : 0);
            line(all, "DCGM_FI_DEV_SM_CLOCK", index, isHot ? HOT_CLOCK_MHZ : CLOCK_MHZ);
            line(all, "DCGM_FI_DEV_GPU_TEMP", index, isHot ? HOT : TEMPERATURE);
            line(all, "DCGM_FI_DEV_ROW_REMAP_PENDING", index, has(begun, Kind.PENDING_REMAP, index) ? 1 : 0);
            long degraded = since(begun, Kind.NVLINK_DEGRADED, index);
            line(all, "DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL", index, REPLAYS_A_SECOND * degraded);
            line(all, "DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL", index, degraded / SECONDS_A_RECOVERY);
            line(all, "DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", index, FLITS_A_SECOND * degraded);
        }
        return all.toString();
    }

    private boolean has(List<FakeNode.Begun> begun, Kind kind, int index) {
        return since(begun, kind, index) > 0;
    }

    /// Seconds since it began, counted from 1; 0 if it has not.
    private long since(List<FakeNode.Begun> begun, Kind kind, int index) {
        return begun.stream()
                .filter(each -> each.symptom().kind() == kind && each.symptom().rank() % gpus == index)
                .mapToLong(each -> each.seconds() + 1)
                .max()
                .orElse(0);
    }

    private void line(StringBuilder all, String metric, int index, long value) {
        SimulatedGpu gpu = SimulatedGpu.of(node, index);
        all.append(String.format(
                Locale.ROOT,
                "%s{gpu=\"%d\",UUID=\"%s\",pci_bus_id=\"%s\",Hostname=\"%s\",DCGM_FI_DRIVER_VERSION=\"%s\"} %d%n",
                metric,
                index,
                gpu.uuid(),
                gpu.pciBusId(),
                name,
                DRIVER,
                value));
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
