// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.wire.FeedDecoder;
import dev.lockstep.core.wire.WireException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A brain that only takes what it is fed, each batch once.
final class BrainDouble implements AutoCloseable {
    private final HttpServer server;
    private final BlockingQueue<NodeFeed> arrived = new LinkedBlockingQueue<>();
    private final Set<String> known = new HashSet<>();
    private volatile int sampling;

    private BrainDouble(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/api/v1/feed", this::take);
        server.start();
    }

    static BrainDouble start() throws IOException {
        return new BrainDouble(0);
    }

    /// At an address where another one was.
    static BrainDouble startAt(URI address) throws IOException {
        return new BrainDouble(address.getPort());
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void wantSampling(int k) {
        sampling = k;
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        int status = 200;
        String answer = "{\"sampling\":" + sampling + "}";
        try {
            NodeFeed feed = FeedDecoder.decode(body, 0, body.length);
            if (remember(feed)) {
                arrived.add(feed);
            }
        } catch (WireException refused) {
            status = 400;
            answer = String.valueOf(refused.getMessage());
        }
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private synchronized boolean remember(NodeFeed feed) {
        return known.add(feed.agent() + " " + feed.batch());
    }

    /// The next batch; fails if none comes.
    NodeFeed next() throws InterruptedException {
        NodeFeed feed = arrived.poll(20, TimeUnit.SECONDS);
        if (feed == null) {
            throw new AssertionError("no batch came");
        }
        return feed;
    }

    /// So many batches.
    List<NodeFeed> next(int count) throws InterruptedException {
        List<NodeFeed> feeds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            feeds.add(next());
        }
        return feeds;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
