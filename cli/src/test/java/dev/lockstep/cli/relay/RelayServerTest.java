// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.peer.Promtool;
import dev.lockstep.cli.peer.StandIn;
import dev.lockstep.cli.peer.StandIn.Reply;
import dev.lockstep.cli.peer.StandIn.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What Alertmanager hears from the relay: a 5xx where it should try again.
class RelayServerTest {
    private static final String NOTIFICATION = """
            {"version":"4","status":"firing","groupLabels":{"alertname":"NcclStraggler"},"truncatedAlerts":0,
             "alerts":[{"status":"firing","labels":{"severity":"P1","job_id":"4711"},
                        "annotations":{"summary":"Rank 5 is late"}}]}
            """;

    private final HttpClient client = HttpClient.newHttpClient();
    private volatile Function<Request, Reply> answers = request -> Reply.ok("{\"errcode\":0}");
    private final AtomicLong nanos = new AtomicLong();
    private StandIn robot;
    private RelayServer relay;
    private Path secrets;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        secrets = folder;
        secret("wecom-robot-key", "k&y");
        secret("wecom-corp-id", "ww01");
        secret("wecom-agent-id", "1000002");
        secret("wecom-to-party", "7");
        secret("wecom-api-secret", "s&cret");
        robot = StandIn.answering(request -> answers.apply(request));
        relay = RelayServer.start(
                new RelayServer.Setup(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        robot.uri("/cgi-bin/"),
                        secrets,
                        Optional.empty()),
                nanos::get);
    }

    @AfterEach
    void stop() {
        relay.close();
        robot.close();
    }

    @Test
    void answersWhenTheRobotHasTakenIt() throws Exception {
        assertThat(post(NOTIFICATION).statusCode()).isEqualTo(200);
        assertThat(robot.requests()).hasSize(1);
        assertThat(robot.requests().getFirst().uri().getRawQuery()).isEqualTo("key=k%26y");
        assertThat(get("/metrics"))
                .contains("lockstep_relay_notifications_total{to=\"wecom-robot\",outcome=\"sent\"} 1\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"errcode\":45009,\"errmsg\":\"api freq out of limit\"} | 503 | over_pace",
                "200 | {\"errmsg\":\"invalid webhook url\",\"errcode\":93000}   | 502 | refused",
                "200 | <html>captive portal</html>                              | 502 | unreachable",
                "200 | {}                                                       | 502 | unreachable",
                "500 | {\"errcode\":0}                                          | 502 | unreachable",
                "302 | {\"errcode\":0}                                          | 502 | unreachable"
            })
    void letsAlertmanagerTryAgain(int robotStatus, String robotBody, int status, String outcome) throws Exception {
        answers = request -> new Reply(robotStatus, robotBody);

        assertThat(post(NOTIFICATION).statusCode()).isEqualTo(status);
        assertThat(get("/metrics")).contains("{to=\"wecom-robot\",outcome=\"" + outcome + "\"} 1\n");
    }

    @Test
    void letsAlertmanagerTryAgainWhenNobodyAnswers() throws Exception {
        robot.close();

        assertThat(post(NOTIFICATION).statusCode()).isEqualTo(502);
    }

    @Test
    void sendsNoMoreThanTheRobotTakesInAMinute() throws Exception {
        for (int i = 0; i < RobotPace.MESSAGES_A_MINUTE_MAX; i++) {
            assertThat(post(NOTIFICATION).statusCode()).isEqualTo(200);
        }
        assertThat(post(NOTIFICATION).statusCode()).isEqualTo(503);
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));

        assertThat(post(NOTIFICATION).statusCode()).isEqualTo(200);
        assertThat(robot.requests()).hasSize(RobotPace.MESSAGES_A_MINUTE_MAX + 1);
    }

    @Test
    void readsTheKeyEachTimeAndSaysNothingOfIt() throws Exception {
        Path key = secrets.resolve("wecom-robot-key");
        Files.delete(key);
        HttpResponse<String> withoutKey = post(NOTIFICATION);
        assertThat(withoutKey.statusCode()).isEqualTo(500);
        assertThat(withoutKey.body()).contains("cannot read " + key);

        secret("wecom-robot-key", "new");
        answers = request -> Reply.ok("{\"errcode\":93000}");
        assertThat(post(NOTIFICATION).body()).doesNotContain("new");
        assertThat(robot.requests().getLast().uri().getQuery()).isEqualTo("key=new");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"''", "[]", "{}", "{\"alerts\":[]}", "{\"alerts\":[{\"status\":", "nonsense"})
    void refusesForGoodWhatIsNoNotification(String body) throws Exception {
        assertThat(post(body).statusCode()).isEqualTo(400);
        assertThat(robot.requests()).isEmpty();
    }

    @Test
    void keepsTheTokenOfAnApplicationAndFetchesAnotherWhenItIsOver() throws Exception {
        AtomicInteger tokens = new AtomicInteger();
        answers = request -> request.uri().getPath().endsWith("/gettoken")
                ? Reply.ok("{\"errcode\":0,\"access_token\":\"token-" + tokens.incrementAndGet()
                        + "\",\"expires_in\":7200}")
                : Reply.ok("{\"errcode\":0,\"errmsg\":\"ok\"}");
        assertThat(post("/wecom-app", NOTIFICATION).statusCode()).isEqualTo(200);
        assertThat(post("/wecom-app", NOTIFICATION).statusCode()).isEqualTo(200);
        assertThat(robot.requests())
                .map(RelayServerTest::call)
                .containsExactly("gettoken", "send token-1", "send token-1");
        assertThat(robot.requests().getFirst().uri().getRawQuery()).isEqualTo("corpid=ww01&corpsecret=s%26cret");
        assertThat(robot.requests().getLast().json())
                .containsEntry("agentid", "1000002")
                .containsEntry("toparty", "7")
                .containsEntry("msgtype", "markdown");

        nanos.addAndGet(TimeUnit.HOURS.toNanos(2));

        assertThat(post("/wecom-app", NOTIFICATION).statusCode()).isEqualTo(200);
        assertThat(robot.requests().subList(3, 5))
                .map(RelayServerTest::call)
                .containsExactly("gettoken", "send token-2");
    }

    @ParameterizedTest
    @ValueSource(ints = {42001, 40014})
    void sendsAgainWithANewTokenWhenWeComWithdrewTheOldOne(int errcode) throws Exception {
        AtomicInteger tokens = new AtomicInteger();
        answers = request -> {
            if (request.uri().getPath().endsWith("/gettoken")) {
                return Reply.ok("{\"errcode\":0,\"access_token\":\"token-" + tokens.incrementAndGet()
                        + "\",\"expires_in\":7200}");
            }
            return Reply.ok("{\"errcode\":" + (call(request).equals("send token-1") ? errcode : 0) + "}");
        };

        assertThat(post("/wecom-app", NOTIFICATION).statusCode()).isEqualTo(200);

        assertThat(robot.requests())
                .map(RelayServerTest::call)
                .containsExactly("gettoken", "send token-1", "gettoken", "send token-2");
        assertThat(get("/metrics")).contains("{to=\"wecom-app\",outcome=\"sent\"} 1\n");
    }

    @Test
    void tellsWhenWeComGivesNoTokenOrTakesNoMessage() throws Exception {
        answers = request -> Reply.ok("{\"errcode\":40001,\"errmsg\":\"invalid credential\"}");
        assertThat(post("/wecom-app", NOTIFICATION).statusCode()).isEqualTo(502);

        answers = request -> Reply.ok("{\"errcode\":60020,\"access_token\":\"t\",\"expires_in\":7200}");
        HttpResponse<String> refused = post("/wecom-app", NOTIFICATION);
        assertThat(refused.statusCode()).isEqualTo(502);
        assertThat(refused.body()).contains("60020").doesNotContain("s&cret");

        Files.delete(secrets.resolve("wecom-to-party"));
        assertThat(post("/wecom-app", NOTIFICATION).statusCode()).isEqualTo(500);
        assertThat(get("/metrics"))
                .contains("{to=\"wecom-app\",outcome=\"refused\"} 2\n")
                .contains("{to=\"wecom-app\",outcome=\"no_secret\"} 1\n");
    }

    @Test
    void knowsItsPaths() throws Exception {
        assertThat(get("/healthz")).isEqualTo("ok\n");
        assertThat(get("/")).contains("/wecom-robot");
        assertThat(get("/wecom-robot")).contains("POST");
    }

    @Test
    void servesMetricsThatPromtoolLikes(@TempDir Path folder) throws Exception {
        assumeTrue(Promtool.isInstalled(), "apt-get install prometheus");
        Path file = Files.writeString(folder.resolve("metrics"), get("/metrics"));

        Process promtool = new ProcessBuilder("/usr/bin/promtool", "check", "metrics")
                .redirectInput(file.toFile())
                .redirectErrorStream(true)
                .start();
        String text = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(text).isZero();
    }

    private void secret(String name, String text) throws IOException {
        Files.writeString(secrets.resolve(name), text + "\n");
    }

    /// "gettoken", or "send" with the token.
    private static String call(Request request) {
        String path = request.uri().getPath();
        return path.substring(path.lastIndexOf('/') + 1)
                + (path.endsWith("/send") ? request.uri().getQuery().replace("access_token=", " ") : "");
    }

    private HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return post("/wecom-robot", body);
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri(path))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private String get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString())
                .body();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + relay.address().getPort() + path);
    }
}
