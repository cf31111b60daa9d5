// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.exposition.Exposition;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// The agent's HTTP: `/metrics`, `/healthz`, `/config` and a page at `/`. Each request runs on a virtual thread, shows
/// the last
/// snapshot and changes nothing. Errors are one line of text, never a stack trace.
public final class AgentServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(AgentServer.class.getName());
    private static final int CLOSE_SECONDS_MAX = 1;
    private static final int NOT_SENT = -1;

    private final AgentConfig config;
    private final Supplier<NodeSnapshot> snapshots;
    private final MetricsPage metrics;
    private final HealthCheck health;
    private final InstantSource clock;
    private final HttpServer server;
    private final ExecutorService requests;

    private AgentServer(
            HttpServer server,
            AgentConfig config,
            Supplier<NodeSnapshot> snapshots,
            Exposition exposition,
            HealthCheck health,
            InstantSource clock) {
        this.server = server;
        this.config = config;
        this.snapshots = snapshots;
        this.metrics = new MetricsPage(exposition, clock);
        this.health = health;
        this.clock = clock;
        this.requests = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("http-", 0).factory());
    }

    /// Serves what `snapshots` gives at the configured address; port 0 takes any free one.
    ///
    /// @throws IOException if the address cannot be had, in words for an operator
    public static AgentServer start(
            AgentConfig config,
            Supplier<NodeSnapshot> snapshots,
            Exposition exposition,
            HealthCheck health,
            InstantSource clock)
            throws IOException {
        ServerLimits.apply();
        HttpServer server = bind(config.serving().listen());
        AgentServer agent = new AgentServer(server, config, snapshots, exposition, health, clock);
        server.setExecutor(agent.requests);
        server.createContext("/", agent::handle);
        server.start();
        return agent;
    }

    private static HttpServer bind(InetSocketAddress listen) throws IOException {
        try {
            return HttpServer.create(listen, 0);
        } catch (IOException refused) {
            throw new IOException(
                    "cannot listen on " + listen.getHostString() + ":" + listen.getPort() + ": " + refused.getMessage(),
                    refused);
        }
    }

    /// The address it is bound to, with the port it was given.
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            routeOrTell(exchange);
        }
    }

    private void routeOrTell(HttpExchange exchange) throws IOException {
        try {
            route(exchange);
        } catch (RuntimeException mistake) {
            LOG.log(Level.ERROR, "http path={0} failed, please report it: {1}", exchange.getRequestURI(), mistake);
            if (exchange.getResponseCode() == NOT_SENT) {
                Reply.line(exchange, 500, "a mistake in Lockstep: its log says more");
            }
        }
    }

    private void route(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            Reply.line(exchange, 405, "only GET and HEAD");
            return;
        }
        NodeSnapshot snapshot = snapshots.get();
        Instant now = clock.instant();
        switch (exchange.getRequestURI().getPath()) {
            case "/metrics" -> metrics.answer(exchange, snapshot, now);
            case "/healthz" -> answerHealth(exchange, health.problem(snapshot, now));
            case "/config" ->
                Reply.send(exchange, 200, Reply.TEXT, config.effective().yaml());
            case "/" -> Reply.send(exchange, 200, Reply.HTML, IndexPage.of(snapshot));
            default -> Reply.line(exchange, 404, "no such page: /metrics, /healthz, /config and / are here");
        }
    }

    private static void answerHealth(HttpExchange exchange, Optional<String> problem) throws IOException {
        Reply.line(exchange, problem.isPresent() ? 503 : 200, problem.orElse("ok"));
    }

    /// Stops to listen, lets answers under way end for a second.
    @Override
    public void close() {
        server.stop(CLOSE_SECONDS_MAX);
        requests.shutdownNow();
    }
}
