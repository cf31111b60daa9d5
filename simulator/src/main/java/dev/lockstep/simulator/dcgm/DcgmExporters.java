// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.simulator.scenario.Scenario;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// A dcgm-exporter for each node of a simulated cluster, each on a loopback port of its own. Readings are taken once a
/// second and are averages of that second; a scrape gives the last ones.
public final class DcgmExporters implements AutoCloseable {
    private static final double NANOS_PER_MILLI = 1e6;

    /// How they present themselves.
    ///
    /// @param nodes the nodes' names, in their order
    /// @param newSpelling `hostname` instead of `Hostname`
    /// @param port of the first node, the next ones follow; 0 for free ports
    public record Settings(List<String> nodes, boolean newSpelling, int port) {
        public Settings {
            nodes = List.copyOf(nodes);
        }
    }

    private final Scenario scenario;
    private final InstantSource clock;
    private final long startMillis;
    private final double scale;
    private final ActivityMeter meter;
    private final List<GpuModel> models;
    private final List<HttpServer> servers = new ArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread sampler;
    private long sampledNanos;
    private volatile List<GpuReading> readings;

    private DcgmExporters(Scenario scenario, long startMillis, double scale, InstantSource clock) {
        this.scenario = scenario;
        this.clock = clock;
        this.startMillis = startMillis;
        this.scale = scale;
        this.meter = new ActivityMeter(scenario);
        this.models = IntStream.range(0, scenario.shape().ranks())
                .mapToObj(_ -> new GpuModel(scenario.workload()))
                .toList();
        this.readings =
                models.stream().map(model -> model.after(Activity.IDLE, 0)).toList();
        this.sampledNanos = trueNanos();
        this.sampler = Thread.ofPlatform().daemon().name("dcgm-sampler").unstarted(this::sampleUntilClosed);
    }

    /// Starts them for a job that starts at that time and plays `scale` of its seconds in a second.
    public static DcgmExporters start(
            Scenario scenario, Settings settings, long startMillis, double scale, InstantSource clock)
            throws IOException {
        DcgmExporters exporters = new DcgmExporters(scenario, startMillis, scale, clock);
        try {
            for (int node = 0; node < settings.nodes().size(); node++) {
                exporters.serve(node, settings);
            }
        } catch (IOException e) {
            exporters.close();
            throw e;
        }
        exporters.sampler.start();
        return exporters;
    }

    private void serve(int node, Settings settings) throws IOException {
        int gpus = scenario.shape().gpusPerNode();
        DcgmText text = new DcgmText(
                settings.newSpelling() ? "hostname" : "Hostname",
                settings.nodes().get(node),
                IntStream.range(0, gpus)
                        .mapToObj(index -> SimulatedGpu.of(node, index))
                        .toList());
        int port = settings.port() == 0 ? 0 : settings.port() + node;
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext(
                "/metrics", exchange -> answer(exchange, text.of(readings.subList(node * gpus, (node + 1) * gpus))));
        server.start();
        servers.add(server);
    }

    private void sampleUntilClosed() {
        try {
            while (!closed.await(1, TimeUnit.SECONDS)) {
                sample();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void sample() {
        long now = trueNanos();
        if (now <= sampledNanos) {
            return;
        }
        List<Activity> activities = meter.between(sampledNanos, now);
        double seconds = (now - sampledNanos) / scale / 1e9;
        List<GpuReading> taken = new ArrayList<>();
        for (int rank = 0; rank < models.size(); rank++) {
            taken.add(models.get(rank).after(activities.get(rank), seconds));
        }
        readings = List.copyOf(taken);
        sampledNanos = now;
    }

    private long trueNanos() {
        return Math.round((clock.millis() - startMillis) * scale * NANOS_PER_MILLI);
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", DcgmText.CONTENT_TYPE);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /// Where the nodes' metrics are, in the order of the nodes.
    public List<InetSocketAddress> addresses() {
        return servers.stream().map(HttpServer::getAddress).toList();
    }

    @Override
    public void close() {
        closed.countDown();
        servers.forEach(server -> server.stop(0));
    }
}
