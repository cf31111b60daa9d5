// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.AgentConfig.Serving;
import dev.lockstep.agent.exposition.Exposition;
import dev.lockstep.agent.log.EventLog;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// The agent's HTTP: `/metrics`, `/healthz`, `/config` and a page at `/`. Each request runs on a virtual thread, shows
/// the
/// last snapshot and changes nothing. Errors are one line of text, never a stack trace.
public final class AgentServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(AgentServer.class.getName());
    private static final int CLOSE_SECONDS_MAX = 1;
    private static final int NOT_SENT = -1;

    private final HttpServer server;
    private final WebGuard guard;
    private final Pages pages;
    private final EventLog events;
    private final ExecutorService requests;

    private AgentServer(HttpServer server, WebGuard guard, Pages pages, InstantSource clock) {
        this.server = server;
        this.guard = guard;
        this.pages = pages;
        this.events = new EventLog(LOG, clock);
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
        WebGuard guard = WebGuard.of(config.serving());
        HttpServer server = bind(guard, config.serving());
        AgentServer agent =
                new AgentServer(server, guard, new Pages(config, snapshots, exposition, health, clock), clock);
        server.setExecutor(agent.requests);
        server.createContext("/", agent::handle);
        server.start();
        return agent;
    }

    private static HttpServer bind(WebGuard guard, Serving serving) throws IOException {
        try {
            return guard.bind(serving);
        } catch (IOException refused) {
            InetSocketAddress listen = serving.listen();
            throw new IOException(
                    "cannot listen on " + listen.getHostString() + ":" + listen.getPort() + ": " + refused.getMessage(),
                    refused);
        }
    }

    /// The address it is bound to, with the port it was given.
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /// `https`, or `http` without TLS.
    public String scheme() {
        return guard.scheme();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answerOrTell(exchange);
        }
    }

    private void answerOrTell(HttpExchange exchange) throws IOException {
        try {
            if (guard.admits(exchange)) {
                pages.answer(exchange);
            }
        } catch (RuntimeException mistake) {
            events.log(
                    Level.ERROR,
                    "please_report_this_mistake",
                    "path",
                    exchange.getRequestURI().getPath(),
                    "mistake",
                    mistake.toString());
            if (exchange.getResponseCode() == NOT_SENT) {
                Reply.line(exchange, 500, "a mistake in Lockstep: its log says more");
            }
        }
    }

    /// Stops to listen, lets answers under way end for a second.
    @Override
    public void close() {
        server.stop(CLOSE_SECONDS_MAX);
        requests.shutdownNow();
    }
}
