// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.http;

import com.sun.net.httpserver.HttpExchange;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.exposition.Exposition;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/// The agent's pages by their paths. Each shows the last snapshot and changes nothing.
final class Pages {
    private final AgentConfig config;
    private final Supplier<NodeSnapshot> snapshots;
    private final MetricsPage metrics;
    private final HealthCheck health;
    private final InstantSource clock;

    Pages(
            AgentConfig config,
            Supplier<NodeSnapshot> snapshots,
            Exposition exposition,
            HealthCheck health,
            InstantSource clock) {
        this.config = config;
        this.snapshots = snapshots;
        this.metrics = new MetricsPage(exposition, clock);
        this.health = health;
        this.clock = clock;
    }

    void answer(HttpExchange exchange) throws IOException {
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
}
