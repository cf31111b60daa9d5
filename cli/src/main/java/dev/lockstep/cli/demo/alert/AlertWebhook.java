// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.alert;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.cli.notification.Notification;
import dev.lockstep.cli.notification.Notification.Alert;
import dev.lockstep.cli.notification.NotificationReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;

/// Receives Alertmanager's notifications on a loopback port.
public final class AlertWebhook implements AutoCloseable {
    private static final int BODY_BYTES_MAX = 4 << 20;

    private final HttpServer server;

    private AlertWebhook(HttpServer server) {
        this.server = server;
    }

    /// `receive` is called with the alerts of one notification, by one thread.
    public static AlertWebhook start(Consumer<List<Alert>> receive) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, receive));
        server.start();
        return new AlertWebhook(server);
    }

    private static void answer(HttpExchange exchange, Consumer<List<Alert>> receive) throws IOException {
        try (exchange) {
            List<Alert> notices = NotificationReader.read(
                            exchange.getRequestBody().readNBytes(BODY_BYTES_MAX))
                    .map(Notification::alerts)
                    .orElse(List.of());
            if (!notices.isEmpty()) {
                receive.accept(notices);
            }
            exchange.sendResponseHeaders(notices.isEmpty() ? 400 : 200, -1);
        }
    }

    /// Where to send them.
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
