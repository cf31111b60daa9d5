// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.peer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/// Stands in for a service on the internet: keeps every request and answers as the test says.
public final class StandIn implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    /// What came.
    public record Request(String method, URI uri, Map<String, List<String>> headers, String body) {
        /// The body, numbers as texts.
        public Map<String, Object> json() {
            return Answer.parse(body);
        }

        /// The first value of a header, empty where it has none.
        public String header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(header -> header.getValue().getFirst())
                    .findFirst()
                    .orElse("");
        }
    }

    /// What it answers with.
    public record Reply(int status, String body) {
        /// 200 and that.
        public static Reply ok(String body) {
            return new Reply(200, body);
        }
    }

    private StandIn(HttpServer server) {
        this.server = server;
    }

    /// Listens on a free port of the loopback address.
    public static StandIn answering(Function<Request, Reply> answers) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        StandIn standIn = new StandIn(server);
        server.setExecutor(standIn.threads);
        server.createContext("/", exchange -> standIn.answer(exchange, answers));
        server.start();
        return standIn;
    }

    /// Its address with a path.
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /// All that came until now, the oldest first.
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /// Waits for a request and gives the first one.
    public Request await(String what, Predicate<Request> wanted) {
        return Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> requests.stream().filter(wanted).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    /// Waits until so many requests are as wanted.
    public void awaitCount(String what, long count, Predicate<Request> wanted) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> requests.stream().filter(wanted).count() >= count);
    }

    private void answer(HttpExchange exchange, Function<Request, Reply> answers) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Request request = new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    body);
            requests.add(request);
            Reply reply = answers.apply(request);
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
