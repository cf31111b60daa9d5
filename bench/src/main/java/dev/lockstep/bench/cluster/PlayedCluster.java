// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.agent.exposition.BuildIdentity;
import dev.lockstep.agent.exposition.Exposition;
import dev.lockstep.agent.format.ScrapeFormats;
import dev.lockstep.agent.usage.UsageMeter;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Serves the agents of all nodes, each under a path of its own, through the agent's real exposition and writers.
final class PlayedCluster implements AutoCloseable {
    private static final int CHUNKED = 0;
    private static final long AGE_SECONDS = 3_600;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScrapeFormats formats = new ScrapeFormats();
    private final InstantSource clock;
    private final List<PlayedNode> nodes = new ArrayList<>();

    private PlayedCluster(TrainingJob job, InstantSource clock) throws IOException {
        this.clock = clock;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        Instant start = clock.instant().minusSeconds(AGE_SECONDS);
        for (int i = 0; i < job.nodes(); i++) {
            PlayedNode node = new PlayedNode(job, i, start);
            nodes.add(node);
            Exposition exposition =
                    new Exposition(BuildIdentity.running(), UsageMeter.of(Path.of("none"), Optional::empty));
            server.createContext("/" + node.name() + "/metrics", exchange -> answer(exchange, node, exposition));
        }
    }

    static PlayedCluster start(TrainingJob job, InstantSource clock) throws IOException {
        PlayedCluster cluster = new PlayedCluster(job, clock);
        cluster.server.start();
        return cluster;
    }

    private void answer(HttpExchange exchange, PlayedNode node, Exposition exposition) throws IOException {
        Instant now = clock.instant();
        ScrapeFormats.ScrapeFormat format =
                formats.of(Optional.ofNullable(exchange.getRequestHeaders().getFirst("Accept"))
                        .orElse(""));
        exchange.getResponseHeaders().set("Content-Type", format.contentType());
        exchange.sendResponseHeaders(200, CHUNKED);
        try (OutputStream out = exchange.getResponseBody()) {
            format.write(out, exposition.of(node.at(now), now));
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    List<String> nodeNames() {
        return nodes.stream().map(PlayedNode::name).toList();
    }

    /// Series of all scrapes together by the documented formula, with histograms in the classic form or the native one.
    long predictedSeries(boolean classic) {
        return nodes.stream().mapToLong(node -> node.predictedSeries(classic)).sum();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
