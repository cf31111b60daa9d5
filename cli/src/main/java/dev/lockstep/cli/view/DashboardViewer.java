// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.view;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Serves the viewer's page, the dashboards that it may draw, and reading access to one Prometheus:
///
/// ```
/// GET /                                   the page (view.js, view.css)
/// GET /dashboards                         names of the dashboards, a JSON array
/// GET /dashboards/NAME                    one of them
/// GET /api/v1/query, query_range, label/NAME/values    handed on
/// ```
public final class DashboardViewer implements AutoCloseable {
    private static final String PAGE = "page/";
    private static final Map<String, String> TYPES = Map.of(
            "index.html", "text/html; charset=utf-8",
            "view.js", "text/javascript; charset=utf-8",
            "view.css", "text/css; charset=utf-8");
    private static final String JSON = "application/json; charset=utf-8";
    /// A name could be made to point here by whoever owns it; an address cannot.
    private static final Pattern ADDRESS =
            Pattern.compile("localhost(:\\d+)?|[\\d.]+(:\\d+)?|\\[[0-9A-Fa-f:.%]+](:\\d+)?");

    private final PrometheusApi prometheus;
    private final Map<String, ViewedDashboard> dashboards = new LinkedHashMap<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private DashboardViewer(URI prometheus, List<ViewedDashboard> offered, HttpServer server) {
        this.prometheus = new PrometheusApi(prometheus);
        offered.forEach(dashboard -> dashboards.put(dashboard.name(), dashboard));
        this.server = server;
    }

    /// Starts it.
    ///
    /// @param prometheus the server to ask, such as `http://127.0.0.1:9090`
    public static DashboardViewer start(URI prometheus, List<ViewedDashboard> dashboards, InetSocketAddress listen)
            throws IOException {
        if (DashboardViewer.class.getResource(PAGE + "view.js") == null) {
            throw new InvalidConfigException(List.of("this build has no viewer, since Node.js was missing: install"
                    + " Node.js 20.19 or newer with npm, and build again"));
        }
        HttpServer server;
        try {
            server = HttpServer.create(listen, 0);
        } catch (BindException e) {
            throw new InvalidConfigException(List.of(
                    "cannot listen on " + listen.getHostString() + ":" + listen.getPort() + ": " + e.getMessage()));
        }
        DashboardViewer viewer = new DashboardViewer(prometheus, dashboards, server);
        server.createContext("/", viewer::answer);
        server.setExecutor(viewer.threads);
        server.start();
        return viewer;
    }

    /// Where it listens.
    public URI address() {
        InetSocketAddress bound = server.getAddress();
        return URI.create("http://" + bound.getAddress().getHostAddress() + ":" + bound.getPort() + "/");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host"))
                    .orElse("");
            URI requested = exchange.getRequestURI();
            String path = requested.getPath();
            if (!ADDRESS.matcher(host).matches()) {
                send(exchange, 403, "text/plain", "open it by address, not by name\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                send(exchange, 405, "text/plain", "only GET\n");
            } else if (requested.getAuthority() != null) {
                send(exchange, 404, "text/plain", "no proxy to other servers\n");
            } else if (PrometheusApi.offers(path)) {
                var answer = prometheus.get(path, Optional.ofNullable(requested.getRawQuery()));
                send(exchange, answer.status(), JSON, answer.body());
            } else {
                answerPage(exchange, path);
            }
        }
    }

    private void answerPage(HttpExchange exchange, String path) throws IOException {
        String file = path.equals("/") ? "index.html" : path.substring(1);
        Optional<ViewedDashboard> dashboard = path.startsWith("/dashboards/")
                ? Optional.ofNullable(dashboards.get(path.substring("/dashboards/".length())))
                : Optional.empty();
        if (dashboard.isPresent()) {
            send(exchange, 200, JSON, dashboard.get().json().read());
        } else if (path.equals("/dashboards")) {
            send(exchange, 200, JSON, names());
        } else if (TYPES.containsKey(file)) {
            try (InputStream resource = DashboardViewer.class.getResourceAsStream(PAGE + file)) {
                if (resource != null) {
                    send(exchange, 200, TYPES.get(file), resource.readAllBytes());
                    return;
                }
            }
            send(exchange, 404, "text/plain", "not here\n");
        } else {
            send(exchange, 404, "text/plain", "not here\n");
        }
    }

    private String names() {
        return dashboards.keySet().stream()
                .map(name -> '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        send(exchange, status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders()
                .set("Content-Security-Policy", "default-src 'self'; style-src 'self' 'unsafe-inline'");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
