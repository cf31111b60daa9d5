// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.lockstep.agent.exposition.Exposition;
import dev.lockstep.agent.format.ScrapeFormats;
import dev.lockstep.agent.format.ScrapeFormats.ScrapeFormat;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// The answer to a scrape, in the format that the scraper asks for: protobuf, OpenMetrics, or Prometheus text where
/// it asks for nothing known. Virtual threads call it. At most {@link #SCRAPES_MAX} are answered at a time, so that
/// memory
/// stays bounded; the others wait, as a client that does not read gives its place back after {@link ServerLimits}'
/// time.
final class MetricsPage {
    /// Scrapes answered at a time.
    static final int SCRAPES_MAX = 4;

    /// Scrapes that have not begun after this long are refused with 503: their scraper has given up by then.
    static final int WAIT_SECONDS_MAX = 10;

    private static final int CHUNKED = 0;
    private static final int NO_BODY = -1;
    private static final int BUFFER_BYTES = 32 * 1024;

    private final Exposition exposition;
    private final ScrapeFormats formats = new ScrapeFormats();
    private final Semaphore scrapes = new Semaphore(SCRAPES_MAX);
    private final InstantSource clock;

    MetricsPage(Exposition exposition, InstantSource clock) {
        this.exposition = exposition;
        this.clock = clock;
    }

    void answer(HttpExchange exchange, NodeSnapshot snapshot, Instant now) throws IOException {
        if (!isMyTurn()) {
            Reply.line(exchange, 503, "busy: " + SCRAPES_MAX + " scrapes are being answered, try again");
            return;
        }
        try {
            write(exchange, snapshot, now);
        } finally {
            scrapes.release();
        }
    }

    private boolean isMyTurn() {
        try {
            return scrapes.tryAcquire(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void write(HttpExchange exchange, NodeSnapshot snapshot, Instant now) throws IOException {
        ScrapeFormat format = formats.of(joined(exchange, "Accept"));
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", format.contentType());
        headers.set("Vary", "Accept, Accept-Encoding");
        headers.set("Cache-Control", "no-store");
        if (Reply.isHead(exchange)) {
            exchange.sendResponseHeaders(200, NO_BODY);
            return;
        }
        boolean gzip =
                joined(exchange, "Accept-Encoding").toLowerCase(Locale.ROOT).contains("gzip");
        if (gzip) {
            headers.set("Content-Encoding", "gzip");
        }
        exchange.sendResponseHeaders(200, CHUNKED);
        try (OutputStream out = gzip ? new FastGzip(exchange.getResponseBody()) : exchange.getResponseBody()) {
            format.write(out, exposition.of(snapshot, now));
        }
        exposition.scraped(NodeSnapshot.between(now, clock.instant()));
    }

    /// All values of a header; empty where it is missing.
    private static String joined(HttpExchange exchange, String header) {
        return String.join(",", exchange.getRequestHeaders().getOrDefault(header, List.of()));
    }

    /// Fast before small: the text repeats itself so much that the fastest level still makes it a twentieth.
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, BUFFER_BYTES);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
