// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.cli.notification.NotificationReader;
import dev.lockstep.cli.relay.Messenger.Sent;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/// The relay's HTTP: `POST /wecom-robot` and `POST /wecom-app` take a notification of Alertmanager and answer
/// when WeCom has taken it, `/metrics` counts, `/healthz` says ok. Errors are one line of text.
public final class RelayServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(RelayServer.class.getName());
    private static final int BODY_BYTES_MAX = 4 << 20;
    private static final int OK = 200;
    private static final int CLOSE_SECONDS_MAX = 1;

    private final HttpServer server;
    private final ExecutorService requests;
    private final Map<String, Messenger> messengers;
    private final RelayCounters counters;
    private final MessageText texts;

    /// What it is started with.
    ///
    /// @param weCom the address of WeCom's API, up to and with the slash before `webhook/send` and `gettoken`
    /// @param secrets a directory with one secret a file
    /// @param grafana links to dashboards begin with it
    public record Setup(InetSocketAddress listen, URI weCom, Path secrets, Optional<URI> grafana) {}

    private RelayServer(HttpServer server, Setup setup, LongSupplier monotonicNanos) {
        this.server = server;
        Secrets secrets = new Secrets(setup.secrets());
        this.messengers = Map.of(
                "wecom-robot", new Robot(setup.weCom(), secrets, new RobotPace(monotonicNanos)),
                "wecom-app", new Application(setup.weCom(), secrets, monotonicNanos));
        this.counters = new RelayCounters(List.copyOf(messengers.keySet()));
        this.texts = new MessageText(setup.grafana());
        this.requests = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("relay-", 0).factory());
    }

    /// Listens at once; port 0 takes any free one.
    ///
    /// @throws IOException if the address cannot be had, in words for an operator
    public static RelayServer start(Setup setup, LongSupplier monotonicNanos) throws IOException {
        HttpServer server;
        try {
            server = HttpServer.create(setup.listen(), 0);
        } catch (IOException refused) {
            throw new IOException(
                    "cannot listen on " + setup.listen().getHostString() + ":"
                            + setup.listen().getPort() + ": " + refused.getMessage(),
                    refused);
        }
        RelayServer relay = new RelayServer(server, setup, monotonicNanos);
        server.setExecutor(relay.requests);
        server.createContext("/", relay::handle);
        server.start();
        return relay;
    }

    /// The address it is bound to, with the port it was given.
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            switch (path) {
                case "/metrics" -> answer(exchange, OK, counters.text());
                case "/healthz" -> answer(exchange, OK, "ok\n");
                default -> relay(exchange, path.substring(1));
            }
        }
    }

    private void relay(HttpExchange exchange, String to) throws IOException {
        Optional<Messenger> messenger = Optional.ofNullable(messengers.get(to));
        if (messenger.isEmpty()) {
            answer(exchange, 404, "there is /wecom-robot, /wecom-app, /metrics and /healthz\n");
            return;
        }
        if (!"POST".equals(exchange.getRequestMethod())) {
            answer(exchange, 405, "POST what Alertmanager's webhook sends\n");
            return;
        }
        Sent sent = send(messenger.get(), exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1));
        counters.count(to, sent.outcome());
        String outcome = sent.outcome().label();
        if (sent.outcome() != Outcome.SENT) {
            LOG.log(Level.WARNING, "notification_not_sent to={0} outcome={1} why=\"{2}\"", to, outcome, sent.why());
        }
        answer(exchange, sent.outcome().status(), outcome + " " + sent.why() + "\n");
    }

    private Sent send(Messenger messenger, byte[] body) {
        if (body.length > BODY_BYTES_MAX) {
            return new Sent(Outcome.BAD_REQUEST, "more than " + BODY_BYTES_MAX + " bytes: set max_alerts");
        }
        return NotificationReader.read(body)
                .map(notification -> messenger.send(texts.of(notification, messenger.bytesMax())))
                .orElseGet(() -> new Sent(Outcome.BAD_REQUEST, "no notification of Alertmanager's webhook"));
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(CLOSE_SECONDS_MAX);
        requests.shutdownNow();
    }
}
