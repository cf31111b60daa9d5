// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentChange;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.server.SomeIncidents;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What each Alertmanager is told, and when.
class AlertPushTest {
    private static final long NOW = SomeIncidents.START + 5_000_000_000L;
    private static final Incident OPEN = SomeIncidents.open("00000000000000aa");

    private final List<String> posted = new ArrayList<>();
    private final Set<String> down = new HashSet<>();
    private final SendCounters counters = new SendCounters();
    private final AlertPush push = new AlertPush(
            List.of(URI.create("http://am-0/"), URI.create("http://am-1")),
            Optional.of(URI.create("http://brain:28030/")),
            incident -> !incident.id().startsWith("ff"),
            this::post,
            counters);
    private long nanos;

    private boolean post(URI to, byte[] json) {
        posted.add(to + " " + new String(json, StandardCharsets.UTF_8));
        return !down.contains(String.valueOf(to.getHost()));
    }

    @Test
    void tellsAllOfAnOpenIncidentAtOnceAndAgainWhenDue() throws InterruptedException {
        step(OPEN);
        assertThat(posted)
                .hasSize(2)
                .allSatisfy(message -> assertThat(message)
                        .contains(
                                "/api/v2/alerts",
                                "\"alertname\":\"LockstepIncidentP1\"",
                                "\"incident_id\":\"00000000000000aa\"",
                                "\"rank\":\"5\"",
                                "http://brain:28030/api/v1/incidents/00000000000000aa"));

        posted.clear();
        step(OPEN);
        assertThat(posted).isEmpty();
        nanos += AlertPush.REPOST.toNanos();
        step(OPEN);
        assertThat(posted).hasSize(2);
    }

    @Test
    void saysOfAnOpenAlertThatItOutlivesTheBrainByADay() throws InterruptedException {
        step(OPEN);

        assertThat(posted.getFirst()).contains("\"endsAt\":\"2025-12-01T");
    }

    @Test
    void tellsTheEndToOneThatWasAwayWhenItIsBack() throws InterruptedException {
        step(OPEN);
        down.add("am-1");
        step(SomeIncidents.in(OPEN, IncidentState.CLOSED));
        posted.clear();

        step(SomeIncidents.in(OPEN, IncidentState.CLOSED));
        assertThat(posted)
                .singleElement()
                .satisfies(message -> assertThat(message).startsWith("http://am-1"));
        down.clear();
        posted.clear();
        step(SomeIncidents.in(OPEN, IncidentState.CLOSED));
        assertThat(posted)
                .singleElement()
                .satisfies(message -> assertThat(message).contains("\"endsAt\":\"2025-11-30T10:53:22.123456789Z\""));
        posted.clear();
        step(SomeIncidents.in(OPEN, IncidentState.CLOSED));
        assertThat(posted).isEmpty();
        assertThat(counters.failed()).containsEntry("alertmanager", 2L);
    }

    @Test
    void makesAnotherAlertOfAnotherSeverityAndEndsTheOldOne() throws InterruptedException {
        step(OPEN);
        posted.clear();

        step(SomeIncidents.with(OPEN, IncidentState.OPEN, Severity.P0));

        assertThat(posted.getFirst())
                .contains("LockstepIncidentP0", "LockstepIncidentP1")
                .contains("\"endsAt\":\"2025-11-30T10:53:25.123456789Z\"");
    }

    @Test
    void tellsNobodyOfWhatMayNotAlertOrIsASuspicion() throws InterruptedException {
        step(
                SomeIncidents.open("ff000000000000aa"),
                SomeIncidents.with(OPEN, IncidentState.SUSPECT, Severity.P0),
                SomeIncidents.with(OPEN, IncidentState.OPEN, Severity.INFO));

        assertThat(posted).allSatisfy(message -> assertThat(message).endsWith("[]"));
    }

    @Test
    void tellsAfterARestartWhatWasOverLately() throws InterruptedException {
        step(SomeIncidents.in(OPEN, IncidentState.CLOSED));

        assertThat(posted.getFirst()).contains("00000000000000aa", "\"endsAt\":\"2025-11-30T10:53:22.123456789Z\"");
    }

    @Test
    void postsAWebhookInOrderUntilItIsTaken() throws InterruptedException {
        Webhook webhook = new Webhook(URI.create("http://hook/"), this::post, counters);
        down.add("hook");
        webhook.add(change("00000000000000aa"));
        webhook.add(change("00000000000000bb"));

        webhook.step(0);
        webhook.step(1);
        assertThat(posted).hasSize(1);
        down.clear();
        webhook.step(Duration.ofSeconds(1).toNanos());
        assertThat(posted).hasSize(3);
        assertThat(posted.get(1)).contains("\"what\":\"opened\"", "00000000000000aa");
        assertThat(posted.get(2)).contains("00000000000000bb");
    }

    private static IncidentChange change(String id) {
        return new IncidentChange(SomeIncidents.open(id), IncidentChange.What.OPENED);
    }

    private void step(Incident... incidents) throws InterruptedException {
        push.step(List.of(incidents), nanos, NOW);
    }
}
