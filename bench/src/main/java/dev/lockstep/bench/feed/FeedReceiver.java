// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.feed;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.wire.FeedDecoder;
import dev.lockstep.core.wire.WireException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/// Stands in for a brain: decodes what agents send, each batch once, and prints after each what it came to in all.
public final class FeedReceiver {
    private static final byte[] ANSWER = "{\"sampling\":0}".getBytes(StandardCharsets.UTF_8);

    private final Set<String> known = new HashSet<>();
    private long batches;
    private long bytes;
    private long calls;
    private long timed;
    private long records;
    private long lost;

    private FeedReceiver() {}

    /// Argument: the port on loopback.
    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/api/v1/feed", new FeedReceiver()::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        int status = 200;
        try {
            add(FeedDecoder.decode(body, 0, body.length), body.length);
        } catch (WireException refused) {
            System.out.println("refused: " + refused.getMessage());
            status = 400;
        }
        exchange.sendResponseHeaders(status, ANSWER.length);
        exchange.getResponseBody().write(ANSWER);
        exchange.close();
    }

    private synchronized void add(NodeFeed feed, int length) {
        if (!known.add(feed.agent() + " " + feed.batch())) {
            return;
        }
        batches++;
        bytes += length;
        for (ProcessFeed process : feed.processes()) {
            lost += process.losses().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            process.communicators().forEach(this::add);
        }
        System.out.println("batches=%d bytes=%d calls=%d timed=%d records=%d lost=%d k=%d"
                .formatted(batches, bytes, calls, timed, records, lost, feed.sampling()));
    }

    private void add(CommunicatorFeed communicator) {
        for (SeriesDelta delta : communicator.series()) {
            calls += delta.calls();
            timed += delta.timedCalls();
        }
        for (OperationColumns columns : communicator.operations()) {
            records += columns.count();
        }
    }
}
