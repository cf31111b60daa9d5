// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lockstep.core.wire.FeedEncoder;
import dev.lockstep.server.Feeds;
import dev.lockstep.server.RunningServer;
import dev.lockstep.server.SomeIncidents;
import dev.lockstep.server.store.StoreFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The file and the server say the same: each path and status in the file is asked for here, and answers so.
class OpenApiTest {
    private static final String ID = "00000000000000aa";
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final String OPERATOR = "fedcba9876543210fedcba9876543210";
    private static final String WINDOW = "{\"node\":\"node-x\",\"until\":\"2100-01-01T00:00:00Z\"}";

    @TempDir
    Path folder;

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Ask(String method, String path, String token, byte[] body) {}

    @Test
    void answersAsTheFileSays() throws Exception {
        StoreFolder.with(folder.resolve("store"), SomeIncidents.open(ID));
        Map<String, String> settings = Map.of(
                "store-dir", folder.resolve("store").toString(),
                "token-file", file("agent", TOKEN),
                "operator-token-file", file("operator", OPERATOR));
        Map<String, Ask> asks = asks();
        try (RunningServer server = RunningServer.with(settings)) {
            assertThat(server.post(
                                    "/api/v1/feed",
                                    FeedEncoder.encode(Feeds.of("node-b", 1, "job-1", 1)),
                                    Map.of("Authorization", "Bearer " + TOKEN))
                            .statusCode())
                    .isEqualTo(200);
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(
                            () -> assertThat(server.get("/api/v1/jobs/job-1").statusCode())
                                    .isEqualTo(200));
            for (Map.Entry<String, Ask> ask : asks.entrySet()) {
                String expected = ask.getKey().substring(ask.getKey().lastIndexOf(' ') + 1);
                HttpResponse<?> answer = send(server, ask.getValue());
                assertThat(answer.statusCode()).as(ask.getKey()).isEqualTo(Integer.parseInt(expected));
            }
        }
        Set<String> asked = new TreeSet<>(asks.keySet());
        // The queue must be full for it; IngestTest fills it.
        asked.add("POST /api/v1/feed 429");
        assertThat(documented()).containsExactlyInAnyOrderElementsOf(asked);
    }

    private static Map<String, Ask> asks() {
        Map<String, Ask> asks = new LinkedHashMap<>();
        byte[] batch = FeedEncoder.encode(Feeds.of("node-a", 1, "job-1", 1));
        post(asks, "/api/v1/feed 200", "/api/v1/feed", TOKEN, batch);
        post(asks, "/api/v1/feed 400", "/api/v1/feed", TOKEN, new byte[9]);
        post(asks, "/api/v1/feed 401", "/api/v1/feed", "wrong", batch);
        post(asks, "/api/v1/feed 413", "/api/v1/feed", TOKEN, new byte[(8 << 20) + 1]);
        for (String list : new String[] {"jobs", "communicators", "ranks", "incidents", "maintenance"}) {
            get(asks, "/api/v1/" + list + " 200", "/api/v1/" + list);
            get(asks, "/api/v1/" + list + " 400", "/api/v1/" + list + "?colour=red");
        }
        get(asks, "/api/v1/instances 200", "/api/v1/instances?comm=" + Feeds.COMM);
        get(asks, "/api/v1/instances 400", "/api/v1/instances");
        get(asks, "/api/v1/jobs/{id} 200", "/api/v1/jobs/job-1");
        get(asks, "/api/v1/jobs/{id} 400", "/api/v1/jobs/job-1?colour=red");
        get(asks, "/api/v1/jobs/{id} 404", "/api/v1/jobs/none");
        get(asks, "/api/v1/incidents/{id} 200", "/api/v1/incidents/" + ID);
        get(asks, "/api/v1/incidents/{id} 404", "/api/v1/incidents/none");
        for (String verdict : new String[] {"confirm", "false"}) {
            String route = "/api/v1/incidents/{id}/" + verdict;
            String path = "/api/v1/incidents/" + ID + "/" + verdict;
            post(asks, route + " 200", path, OPERATOR, json("{\"by\":\"me\"}"));
            post(asks, route + " 400", path, OPERATOR, json("nonsense"));
            post(asks, route + " 401", path, TOKEN, json("{}"));
            post(asks, route + " 404", "/api/v1/incidents/none/" + verdict, OPERATOR, json("{}"));
        }
        post(asks, "/api/v1/maintenance 200", "/api/v1/maintenance", OPERATOR, json(WINDOW));
        post(asks, "/api/v1/maintenance 400", "/api/v1/maintenance", OPERATOR, json("{}"));
        post(asks, "/api/v1/maintenance 401", "/api/v1/maintenance", "", json(WINDOW));
        for (String page : new String[] {"/api/v1/events", "/metrics", "/healthz", "/config", "/openapi.yaml", "/"}) {
            get(asks, page + " 200", page);
        }
        return asks;
    }

    private static void get(Map<String, Ask> asks, String what, String path) {
        asks.put("GET " + what, new Ask("GET", path, "", new byte[0]));
    }

    private static void post(Map<String, Ask> asks, String what, String path, String token, byte[] body) {
        asks.put("POST " + what, new Ask("POST", path, token, body));
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// The body is left unread, since that of a stream has no end.
    private static HttpResponse<?> send(RunningServer server, Ask ask) throws IOException, InterruptedException {
        var request = server.request(ask.path()).method(ask.method(), BodyPublishers.ofByteArray(ask.body()));
        if (!ask.token().isEmpty()) {
            request.header("Authorization", "Bearer " + ask.token());
        }
        HttpResponse<InputStream> answer = server.client().send(request.build(), BodyHandlers.ofInputStream());
        answer.body().close();
        return answer;
    }

    private static Set<String> documented() throws IOException {
        try (InputStream in = OpenApiTest.class.getResourceAsStream("openapi.yaml")) {
            Object document = new Load(LoadSettings.builder().build()).loadFromInputStream(in);
            Set<String> all = new TreeSet<>();
            map(map(document).get("paths"))
                    .forEach((path, methods) -> map(methods)
                            .forEach((method, operation) -> map(map(operation).get("responses"))
                                    .forEach((status, _) -> all.add(String.valueOf(method)
                                                    .toUpperCase(Locale.ROOT) + " " + path + " " + status))));
            return all;
        }
    }

    private static Map<?, ?> map(@Nullable Object node) {
        return node instanceof Map<?, ?> map ? map : Map.of();
    }

    private String file(String name, String token) throws IOException {
        return Files.writeString(folder.resolve(name), token).toString();
    }
}
