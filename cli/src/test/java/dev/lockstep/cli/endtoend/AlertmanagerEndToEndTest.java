// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.peer.AlertmanagerServer;
import dev.lockstep.cli.peer.StandIn;
import dev.lockstep.cli.peer.StandIn.Reply;
import dev.lockstep.cli.peer.StandIn.Request;
import dev.lockstep.cli.peer.Tree;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An incident of the brain at a real Alertmanager, to which the brain pushes it. Seconds of the job pass as
/// fast as the brain looks.
final class AlertmanagerEndToEndTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int OPENS_WITHIN_SECONDS = 60;
    private static final int REPOST_SECONDS = 31;
    private static final int ENDS_WITHIN_SECONDS = 120;

    @TempDir
    private Path folder;

    @Test
    void hearsOfAnIncidentAgainAndAgainAndOfItsEnd() throws Exception {
        assumeTrue(AlertmanagerServer.isInstalled(), "apt-get install prometheus-alertmanager");
        try (StandIn people = StandIn.answering(request -> Reply.ok(""));
                AlertmanagerServer alertmanager = AlertmanagerServer.start(configuration(people.uri("/told")));
                FastBrain brain = FastBrain.pushingTo(URI.create("http://" + alertmanager.address()))) {
            brain.pass(OPENS_WITHIN_SECONDS, () -> open(brain).isPresent());
            Incident incident = open(brain).orElseThrow();

            Request firing = people.await("the alert", about(incident, "firing"));
            Object alert = Tree.at(firing.json(), "alerts", 0);
            assertThat(Tree.text(alert, "labels", "alertname")).isEqualTo("LockstepIncidentP0");
            assertThat(Tree.text(alert, "labels", "kind")).isEqualTo("hang_not_entered");
            assertThat(Tree.text(alert, "labels", "rank")).isEqualTo("3");
            assertThat(Tree.text(alert, "labels", "job_id")).isEqualTo(FastBrain.JOB);
            assertThat(Tree.text(alert, "annotations", "summary")).isEqualTo(incident.title());
            assertThat(Tree.text(alert, "annotations", "next_step")).isEqualTo(incident.nextStep());

            double posts = received(alertmanager, "firing");
            brain.pass(REPOST_SECONDS, () -> false);
            await("the alert once more").atMost(PATIENCE).until(() -> received(alertmanager, "firing") > posts);

            brain.pass(ENDS_WITHIN_SECONDS, () -> open(brain).isEmpty());
            people.await("its end", about(incident, "resolved"));
            assertThat(people.requests()).filteredOn(about(incident, "firing")).hasSize(1);
        }
    }

    private static Optional<Incident> open(FastBrain brain) {
        return brain.incidents().stream()
                .filter(incident -> incident.state() == IncidentState.OPEN)
                .findFirst();
    }

    private static Predicate<Request> about(Incident incident, String status) {
        return request -> Tree.text(request.json(), "status").equals(status)
                && request.body().contains(incident.id());
    }

    private static double received(AlertmanagerServer alertmanager, String status)
            throws IOException, InterruptedException {
        List<String> lines = alertmanager.metrics().lines().toList();
        return new Metrics(lines).sum("alertmanager_alerts_received_total", "status=\"" + status + "\"");
    }

    private Path configuration(URI people) throws IOException {
        return Files.writeString(folder.resolve("alertmanager.yml"), """
                route: {receiver: people, group_by: ['...'], group_wait: 0s, group_interval: 1s, repeat_interval: 1h}
                receivers:
                  - name: people
                    webhook_configs: [{url: '%s', send_resolved: true}]
                """.formatted(people));
    }
}
