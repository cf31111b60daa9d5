// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DashboardViewerTest {
    private static final ViewedDashboard BOARD = new ViewedDashboard("board.json", () -> "{\"title\":\"Board\"}");

    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer prometheus = stand();
    private DashboardViewer viewer = viewer();

    @BeforeEach
    void start() {
        assumeTrue(
                DashboardViewer.class.getResource("page/view.js") != null, "built without Node.js: no viewer to test");
    }

    @AfterEach
    void stop() {
        viewer.close();
        prometheus.stop(0);
    }

    private HttpServer stand() {
        try {
            HttpServer server = HttpServer.create(loopback(), 0);
            server.createContext("/", exchange -> {
                asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
                byte[] body = "{\"status\":\"success\"}".getBytes(StandardCharsets.UTF_8);
                try (exchange) {
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                }
            });
            server.start();
            return server;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private DashboardViewer viewer() {
        try {
            URI server =
                    URI.create("http://127.0.0.1:" + prometheus.getAddress().getPort() + "/prefix/");
            return DashboardViewer.start(server, List.of(BOARD), loopback());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    @Test
    void servesItsPageAndTheDashboards() throws Exception {
        assertThat(get("/").body()).contains("view.js");
        assertThat(get("/view.js").headers().firstValue("Content-Type")).hasValue("text/javascript; charset=utf-8");
        assertThat(get("/dashboards").body()).isEqualTo("[\"board.json\"]");
        assertThat(get("/dashboards/board.json").body()).isEqualTo("{\"title\":\"Board\"}");
    }

    @Test
    void handsTheThreeReadingPathsOnToPrometheusAsTheyAre() throws Exception {
        get("/api/v1/query?query=up%7Bjob%3D%22a%22%7D&time=1");
        get("/api/v1/query_range?query=up");
        get("/api/v1/label/job_id/values?match[]=up".replace("[]", "%5B%5D"));

        assertThat(asked)
                .containsExactly(
                        "GET /prefix/api/v1/query?query=up%7Bjob%3D%22a%22%7D&time=1",
                        "GET /prefix/api/v1/query_range?query=up",
                        "GET /prefix/api/v1/label/job_id/values?match%5B%5D=up");
    }

    @Test
    void handsNothingElseOn() throws Exception {
        for (String path : List.of(
                "/api/v1/admin/tsdb/delete_series",
                "/api/v1/status/config",
                "/api/v1/query/../status/config",
                "/api/v1/label/a%2Fb/values",
                "/-/reload",
                "/dashboards/../secret",
                "//example.org/api/v1/query")) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(404);
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void takesNothingButGet() throws Exception {
        var post = HttpRequest.newBuilder(viewer.address().resolve("/api/v1/query"))
                .POST(HttpRequest.BodyPublishers.ofString("query=up"))
                .build();

        assertThat(client.send(post, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(405);
        assertThat(asked).isEmpty();
    }

    @Test
    void refusesToBeAskedByANameThatSomebodyMayHavePointedHere() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), viewer.address().getPort())) {
            socket.getOutputStream()
                    .write("GET /api/v1/query?query=up HTTP/1.0\r\nHost: evil.example\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).contains(" 403 ");
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void saysInPrometheusOwnFormThatPrometheusDoesNotAnswer() throws Exception {
        prometheus.stop(0);

        HttpResponse<String> answer = get("/api/v1/query?query=up");

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body()).startsWith("{\"status\":\"error\"").contains("does not answer");
    }

    @Test
    void saysWhichAddressIsTaken() {
        var taken = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), viewer.address().getPort());

        assertThatThrownBy(() -> DashboardViewer.start(URI.create("http://127.0.0.1:9090"), List.of(), taken))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("cannot listen on")
                .hasMessageContaining(":" + taken.getPort());
    }

    private HttpResponse<String> get(String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + viewer.address().getPort() + path);
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
