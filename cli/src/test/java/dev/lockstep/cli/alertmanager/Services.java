// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import dev.lockstep.cli.peer.StandIn;
import dev.lockstep.cli.peer.StandIn.Reply;
import dev.lockstep.cli.peer.StandIn.Request;
import dev.lockstep.cli.relay.RelayServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Everybody whom alerts are sent to, on this machine: each answers as its documentation says, and what it
/// would refuse it refuses. WeCom is behind a real relay.
final class Services implements AutoCloseable {
    static final String ROUTING_KEY = "0123456789abcdef0123456789abcdef";
    static final String ROBOT_KEY = "693a91f6-0000-4bc4-97a0-0ec2sifa5aaa";
    static final String TICKET_TOKEN = "a ticket's token";

    /// The relay's clock runs so much faster that a minute's messages may be sent in a second.
    private static final int FASTER = 60;

    private static final Duration SOON = Duration.ofMillis(500);
    private static final Duration LATER = Duration.ofSeconds(1);
    private static final Duration NEVER = Duration.ofHours(1);

    private final AtomicInteger tokens = new AtomicInteger();
    private final Set<String> refusedOnce = ConcurrentHashMap.newKeySet();

    final StandIn pagerDuty = StandIn.answering(Services::pagerDuty);
    final StandIn slack = StandIn.answering(Services::slack);
    final StandIn weCom = StandIn.answering(this::weCom);
    final StandIn ticket =
            StandIn.answering(request -> request.header("Authorization").equals("Bearer " + TICKET_TOKEN)
                    ? Reply.ok("")
                    : new Reply(401, "no token"));
    final StandIn deadMan = StandIn.answering(request -> Reply.ok("OK"));
    final RelayServer relay;
    private final Path secrets;

    Services(Path folder) throws IOException {
        secrets = Files.createDirectories(folder.resolve("secrets"));
        secret(SiteValue.PAGERDUTY_ROUTING_KEY, ROUTING_KEY);
        secret(SiteValue.SLACK_WEBHOOK_URL, slack.uri("/services/T0/B0/page").toString());
        secret(
                SiteValue.SLACK_DIGEST_WEBHOOK_URL,
                slack.uri("/services/T0/B0/digest").toString());
        secret(SiteValue.WECOM_CORP_ID, "ww0123456789abcdef");
        secret(SiteValue.WECOM_AGENT_ID, "1000002");
        secret(SiteValue.WECOM_TO_PARTY, "7");
        secret(SiteValue.WECOM_API_SECRET, "a WeCom secret");
        secret(SiteValue.TICKET_URL, ticket.uri("/tickets").toString());
        secret(SiteValue.TICKET_TOKEN, TICKET_TOKEN);
        secret(SiteValue.DEAD_MAN_URL, deadMan.uri("/ping/0b1c").toString());
        secret(SiteValue.WECOM_ROBOT_KEY, ROBOT_KEY);
        relay = RelayServer.start(
                new RelayServer.Setup(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        weCom.uri("/cgi-bin/"),
                        secrets,
                        Optional.of(URI.create("https://grafana.example.com"))),
                () -> System.nanoTime() * FASTER);
    }

    private void secret(SiteValue value, String text) throws IOException {
        Files.writeString(secrets.resolve(value.fileName()), text + "\n");
    }

    /// Writes configuration and templates as the command does, with the paces of somebody who has no time.
    Path configuration(Path folder) throws IOException {
        Set<Channel> channels = EnumSet.allOf(Channel.class);
        Pace pace = new Pace(SOON, LATER, NEVER);
        Addresses addresses = new Addresses(
                pagerDuty.uri("/v2/enqueue"),
                URI.create("http://127.0.0.1:" + relay.address().getPort()));
        AlertmanagerSetup setup = new AlertmanagerSetup(
                channels,
                SiteValues.read(secrets, channels),
                addresses,
                new Paces(pace, pace, pace, pace, new Pace(Duration.ZERO, LATER, Duration.ofMillis(500))));
        Files.createDirectories(folder.resolve("templates"));
        Files.writeString(
                folder.resolve("templates/lockstep.tmpl"),
                AlertmanagerFiles.templates(Optional.of(URI.create("https://grafana.example.com/"))));
        return Files.writeString(folder.resolve("alertmanager.yml"), AlertmanagerFiles.configuration(setup));
    }

    /// The robot refuses the first message about that, as it does: with an `errcode` in a 200.
    void refuseOnce(String text) {
        refusedOnce.add(text);
    }

    /// Events API v2 answers 202 to what has the required fields, and 400 to the rest.
    private static Reply pagerDuty(Request request) {
        boolean isGood = request.method().equals("POST")
                && request.uri().getPath().equals("/v2/enqueue")
                && ROUTING_KEY.equals(request.json().get("routing_key"));
        return isGood
                ? new Reply(202, "{\"status\":\"success\",\"message\":\"Event processed\",\"dedup_key\":\"k\"}")
                : new Reply(
                        400, "{\"status\":\"invalid event\",\"message\":\"Event object is invalid\",\"errors\":[]}");
    }

    /// An incoming webhook answers "ok" in plain text.
    private static Reply slack(Request request) {
        return request.json().containsKey("attachments") ? Reply.ok("ok") : new Reply(400, "no_text");
    }

    private Reply weCom(Request request) {
        if (request.uri().getPath().endsWith("/webhook/send")) {
            return robot(request);
        }
        if (request.uri().getPath().endsWith("/gettoken")) {
            boolean isKnown = "corpid=ww0123456789abcdef&corpsecret=a WeCom secret"
                    .equals(request.uri().getQuery().replace('+', ' '));
            return Reply.ok(
                    isKnown
                            ? "{\"errcode\":0,\"errmsg\":\"ok\",\"access_token\":\"token-" + tokens.incrementAndGet()
                                    + "\",\"expires_in\":7200}"
                            : "{\"errcode\":40013,\"errmsg\":\"invalid corpid\"}");
        }
        return Reply.ok("{\"errcode\":0,\"errmsg\":\"ok\",\"msgid\":\"1\"}");
    }

    private Reply robot(Request request) {
        if (!("key=" + ROBOT_KEY).equals(request.uri().getQuery())) {
            return Reply.ok("{\"errcode\":93000,\"errmsg\":\"invalid webhook url\"}");
        }
        if (refusedOnce.removeIf(request.body()::contains)) {
            return Reply.ok("{\"errcode\":45009,\"errmsg\":\"api freq out of limit\"}");
        }
        return Reply.ok("{\"errcode\":0,\"errmsg\":\"ok\"}");
    }

    @Override
    public void close() {
        relay.close();
        for (StandIn standIn : new StandIn[] {pagerDuty, slack, weCom, ticket, deadMan}) {
            standIn.close();
        }
    }
}
