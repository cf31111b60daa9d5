// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.peer.AlertmanagerServer;
import dev.lockstep.cli.peer.StandIn.Request;
import dev.lockstep.cli.peer.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What a real Alertmanager sends where, and in which form. Every test has jobs of its own, so that they can
/// share one.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealAlertmanagerTest {
    private Services services;
    private AlertmanagerServer alertmanager;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(AlertmanagerServer.isInstalled(), "apt-get install prometheus-alertmanager");
        services = new Services(folder);
        alertmanager = AlertmanagerServer.start(services.configuration(folder));
    }

    @AfterAll
    void stop() {
        if (alertmanager != null) {
            alertmanager.close();
        }
        if (services != null) {
            services.close();
        }
    }

    @Test
    void pagesForP0AndEndsTheIncidentAgain() throws Exception {
        SentAlert stopped = SentAlert.of("NcclJobStopped", "P0", "job_id", "p0", "node", "node-a", "gpu", "5");
        alertmanager.send(SentAlert.array(stopped));

        Map<String, Object> event = services.pagerDuty
                .await("the event", about("job p0").and(has("\"trigger\"")))
                .json();
        assertThat(event)
                .containsEntry("routing_key", Services.ROUTING_KEY)
                .containsEntry("event_action", "trigger")
                .containsEntry("client", "Lockstep");
        assertThat(Tree.text(event, "dedup_key")).hasSizeBetween(1, 255);
        Object payload = Tree.at(event, "payload");
        assertThat(Tree.text(payload, "summary"))
                .startsWith("[P0] Everybody in job p0 waits for rank 5")
                .hasSizeLessThanOrEqualTo(1_024);
        assertThat(Tree.text(payload, "source")).isEqualTo("node-a");
        assertThat(Tree.text(payload, "severity")).isEqualTo("critical");
        assertThat(Tree.text(payload, "component")).isEqualTo("GPU 5");
        assertThat(Tree.text(payload, "custom_details", "firing"))
                .contains("Where: node node-a · GPU 5 · job p0", "Evidence: In communicator");
        assertThat(Tree.text(event, "links"))
                .contains("https://example.com/runbooks/NcclJobStopped.md")
                .contains("https://grafana.example.com/d/lockstep-ranks?var-job=p0");
        assertThat(services.ticket.requests()).noneMatch(about("job p0"));

        alertmanager.send(SentAlert.array(stopped.over()));

        Map<String, Object> end = services.pagerDuty
                .await("the end", about("job p0").and(has("\"resolve\"")))
                .json();
        assertThat(end.get("dedup_key")).isEqualTo(event.get("dedup_key"));
    }

    @Test
    void tellsSlackWithWhereEvidenceAndLinks() throws Exception {
        alertmanager.send(SentAlert.array(SentAlert.of(
                "NcclStraggler",
                "P1",
                "job_id",
                "slack",
                "rank",
                "5",
                "node",
                "node-a",
                "gpu",
                "5",
                "uuid",
                "GPU-0a1b")));

        Request message = services.slack.await("the message", about("job slack"));
        assertThat(message.uri().getPath()).endsWith("/page");
        Object attachment = Tree.at(message.json(), "attachments", 0);
        assertThat(Tree.text(attachment, "title")).isEqualTo("[P1] NcclStraggler in job slack");
        assertThat(Tree.text(attachment, "color")).isEqualTo("warning");
        assertThat(Tree.text(attachment, "text"))
                .contains("*Everybody in job slack waits for rank 5 (GPU 5 of node-a) 43 % of the time*")
                .contains("node node-a · GPU 5 GPU-0a1b · rank 5 · job slack")
                .contains("<https://example.com/runbooks/NcclStraggler.md|Runbook>")
                .contains("https://grafana.example.com/d/lockstep-ranks?var-job=slack");
    }

    @Test
    void doesNotLetAJobMentionEverybody() throws Exception {
        alertmanager.send(SentAlert.array(SentAlert.of("NcclStraggler", "P1", "job_id", "<!channel> & <@all>")));

        Request slack = services.slack.await("the message", about("&lt;!channel&gt; &amp; "));
        assertThat(slack.body()).doesNotContain("<!channel>").doesNotContain("\\u003c!channel\\u003e");
        Request robot = services.weCom.await("the robot's message", atTheRobot().and(about("‹!channel› & ‹@all›")));
        assertThat(robot.body()).doesNotContain("<@all>");
        services.weCom.await("the application's message", atTheApplication().and(about("‹!channel›")));
    }

    @Test
    void tellsTheGroupRobotThroughTheRelay() throws Exception {
        alertmanager.send(
                SentAlert.array(SentAlert.of("NcclStraggler", "P1", "job_id", "robot", "rank", "5", "node", "node-a")));

        Request message = services.weCom.await("the message", atTheRobot().and(about("job robot")));
        assertThat(message.json()).containsEntry("msgtype", "markdown");
        String content = Tree.text(message.json(), "markdown", "content");
        assertThat(content)
                .startsWith("**NcclStraggler** <font color=\"warning\">P1</font>\n")
                .contains("> node node-a · rank 5 · job robot")
                .contains("[Runbook](https://example.com/runbooks/NcclStraggler.md)")
                .contains("[Dashboard](https://grafana.example.com/d/lockstep-ranks?var-job=robot)");
    }

    @Test
    void sendsAgainWhatTheRobotRefused() throws Exception {
        services.refuseOnce("job refused");
        alertmanager.send(SentAlert.array(SentAlert.of("NcclStraggler", "P1", "job_id", "refused")));

        services.weCom.awaitCount(
                "the message and its repetition", 2, atTheRobot().and(about("job refused")));
    }

    @Test
    void tellsTheWeComApplication() throws Exception {
        alertmanager.send(
                SentAlert.array(SentAlert.of("NcclJobStopped", "P0", "job_id", "application", "node", "node-a")));
        Request first = services.weCom.await("the message", atTheApplication().and(about("job application")));
        assertThat(first.json())
                .containsEntry("msgtype", "markdown")
                .containsEntry("agentid", "1000002")
                .containsEntry("toparty", "7");
        String content = Tree.text(first.json(), "markdown", "content");
        assertThat(content).contains("> node node-a").contains("[Runbook](https://example.com/runbooks/");
        assertThat(content.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(2_048);
    }

    @Test
    void opensATicketForEachIncidentOfP1() throws Exception {
        SentAlert one = SentAlert.of(
                "NcclStraggler", "P1", "job_id", "ticket", "comm", "a", "incident_id", "straggler/ticket/rank 5");
        SentAlert same = SentAlert.of(
                "NcclStraggler", "P1", "job_id", "ticket", "comm", "b", "incident_id", "straggler/ticket/rank 5");
        SentAlert other = SentAlert.of(
                "NcclStraggler", "P1", "job_id", "ticket", "comm", "c", "incident_id", "straggler/ticket/rank 9");
        alertmanager.send(SentAlert.array(one, same, other));

        Request ticket = services.ticket.await(
                "the ticket of both communicators",
                has("straggler/ticket/rank 5").and(has("\"comm\":\"a\"")).and(has("\"comm\":\"b\"")));
        services.ticket.await("the other ticket", has("straggler/ticket/rank 9"));
        assertThat(ticket.header("Authorization")).isEqualTo("Bearer " + Services.TICKET_TOKEN);
        assertThat(ticket.json())
                .containsEntry("version", "4")
                .containsEntry("status", "firing")
                .containsEntry("groupLabels", Map.of("incident_id", "straggler/ticket/rank 5"));
        assertThat(Tree.list(ticket.json(), "alerts")).hasSize(2);
        services.slack.await("one message for all three", about("(3 alerts)").and(about("job ticket")));
    }

    @Test
    void collectsP2InOneDigestThatWakesNobody() throws Exception {
        alertmanager.send(SentAlert.array(
                SentAlert.of("NcclCaptureLoss", "P2", "job_id", "digest1", "node", "node-a"),
                SentAlert.of("NcclDegrading", "P2", "job_id", "digest2")));

        Request digest = services.slack.await("the digest", about("job digest1").and(about("job digest2")));
        assertThat(digest.uri().getPath()).endsWith("/digest");
        services.weCom.await(
                "the robot's digest", atTheRobot().and(about("job digest1")).and(about("job digest2")));
        assertThat(services.pagerDuty.requests()).noneMatch(about("job digest1"));
        assertThat(services.ticket.requests()).noneMatch(about("job digest1"));
    }

    @Test
    void callsTheDeadMansSwitchAgainAndAgain() throws Exception {
        alertmanager.send(SentAlert.array(SentAlert.of("LockstepWatchdog", "none")));

        services.deadMan.awaitCount("calls", 3, has("LockstepWatchdog"));
        assertThat(services.slack.requests()).noneMatch(about("LockstepWatchdog"));
    }

    /// Alertmanager learns beside delivering what silences what: the greater alert goes first, since these
    /// groups do not wait as those of the real configuration do.
    @Test
    void silencesTheLesserAlertsOfAStoppedJobAndNoOthers() throws Exception {
        alertmanager.send(SentAlert.array(SentAlert.of("NcclJobStopped", "P0", "job_id", "inhibitA")));
        services.pagerDuty.await("the page of job A", about("job inhibitA"));
        alertmanager.send(SentAlert.array(
                SentAlert.of("NcclStraggler", "P1", "job_id", "inhibitA"),
                SentAlert.of("NcclCaptureLoss", "P2", "job_id", "inhibitA"),
                SentAlert.of("NcclStraggler", "P1", "job_id", "inhibitB"),
                SentAlert.of("NcclMarkedLast", "P2", "job_id", "inhibitB2")));

        services.ticket.await("the ticket of job B", has("NcclStraggler/inhibitB"));
        services.slack.await("the digest of job B2", about("job inhibitB2"));
        assertThat(services.ticket.requests()).noneMatch(has("inhibitA"));
        assertThat(services.slack.requests().stream()
                        .filter(about("job inhibitA"))
                        .map(Request::body))
                .allMatch(body -> body.contains("[P0] NcclJobStopped"));
    }

    @Test
    void doesNotLetAlertsWithoutAJobSilenceEachOther() throws Exception {
        alertmanager.send(SentAlert.array(
                SentAlert.of("OfTheCluster", "P0", "incident_id", "of the cluster"),
                SentAlert.of("LockstepBlind", "P1", "incident_id", "blind without a job"),
                SentAlert.of("LockstepSeriesBudgetNear", "P2", "node", "node-without-job")));

        services.ticket.await("the ticket", has("blind without a job"));
        services.slack.await("the digest", has("LockstepSeriesBudgetNear"));
    }

    @Test
    void namesTheSlowNodeInsteadOfItsRanks() throws Exception {
        alertmanager.send(SentAlert.array(
                SentAlert.of("NcclNodeSlow", "P1", "job_id", "node", "node", "node-a", "incident_id", "node/node-a")));
        services.ticket.await("the node's ticket", has("node/node-a"));
        alertmanager.send(SentAlert.array(
                SentAlert.of("NcclStraggler", "P1", "job_id", "node", "node", "node-a", "incident_id", "rank/node-a"),
                SentAlert.of("NcclStraggler", "P1", "job_id", "node", "node", "node-b", "incident_id", "rank/node-b")));

        services.ticket.await("the ticket of the rank elsewhere", has("rank/node-b"));
        assertThat(services.ticket.requests()).noneMatch(has("rank/node-a"));
    }

    @Test
    void pagesOnceWhereSeveralJobsStopTogether() throws Exception {
        alertmanager.send(SentAlert.array(SentAlert.of("NcclMassTimeouts", "P0", "cluster", "one")));
        services.pagerDuty.await("the page of all", has("NcclMassTimeouts"));
        alertmanager.send(SentAlert.array(
                SentAlert.of("NcclJobStopped", "P0", "cluster", "one", "job_id", "mass1"),
                SentAlert.of("NcclJobStopped", "P0", "cluster", "one", "job_id", "mass2"),
                SentAlert.of("NcclJobStopped", "P0", "cluster", "two", "job_id", "mass3")));

        services.pagerDuty.await("the page of another cluster", about("job mass3"));
        assertThat(services.pagerDuty.requests()).noneMatch(about("job mass1").or(about("job mass2")));
    }

    private static Predicate<Request> atTheRobot() {
        return request -> request.uri().getPath().endsWith("/webhook/send");
    }

    private static Predicate<Request> atTheApplication() {
        return request -> request.uri().getPath().endsWith("/message/send");
    }

    private static Predicate<Request> has(String text) {
        return request -> request.body().contains(text);
    }

    /// Alertmanager writes &, < and > in JSON as escapes.
    private static Predicate<Request> about(String text) {
        return request -> request.body()
                .replace("\\u003c", "<")
                .replace("\\u003e", ">")
                .replace("\\u0026", "&")
                .contains(text);
    }
}
