// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentSettings;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.core.analysis.incident.Incidents;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessLife;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Two brains that hear of the same job, one each second and one in bundles and by another clock.
class TwoBrainsTest {
    private static final long SECOND = PlayedJob.SECOND;

    /// A brain with its incidents, as a server has them.
    private static final class Server {
        private final Brain brain = new Brain(BrainSettings.defaults());
        private final Incidents incidents = new Incidents(IncidentSettings.defaults());
        private final List<NodeFeed> waiting = new ArrayList<>();
        private final int bundle;
        private final long offsetNanos;
        private int seconds;

        Server(int bundle, long offsetNanos) {
            this.bundle = bundle;
            this.offsetNanos = offsetNanos;
        }

        void second(List<NodeFeed> feeds) {
            waiting.addAll(feeds);
            seconds++;
            if (seconds % bundle != 0) {
                return;
            }
            long now = offsetNanos + seconds * SECOND;
            waiting.forEach(feed -> brain.accept(feed, now));
            waiting.clear();
            incidents.update(brain.examine(now), brain.sights(now), now, 1_800_000_000L * SECOND + now);
        }

        List<String> open() {
            return incidents.all().stream()
                    .filter(incident -> incident.state() == IncidentState.OPEN)
                    .map(Incident::id)
                    .toList();
        }
    }

    private static PlayedJob running() {
        PlayedJob job = new PlayedJob(8).world().comm("TP_0", 0, 1, 2, 3).comm("TP_1", 4, 5, 6, 7);
        return job.done("WORLD", 3).done("TP_0", 3).done("TP_1", 3);
    }

    private static void play(PlayedJob job, int seconds, Server... servers) {
        for (int second = 0; second < seconds; second++) {
            job.after(1);
            for (Server server : servers) {
                server.second(job.sent());
            }
        }
    }

    @Test
    void giveOneIdToOneHang() {
        Server one = new Server(1, 0);
        Server other = new Server(3, 777_777_777_777L);
        PlayedJob job = running();
        play(job, 10, one, other);
        job.enter("TP_1", 4, 4, 6, 7).enter("WORLD", 4, 0, 1, 2, 3);
        play(job, 150, one, other);
        assertThat(one.open()).hasSize(1).isEqualTo(other.open());
    }

    @Test
    void keepOneIncidentWhenTheHangTurnsOutToBeADeadProcess() {
        Server one = new Server(1, 0);
        Server other = new Server(2, 5);
        PlayedJob job = running();
        play(job, 10, one, other);
        job.enter("TP_1", 4, 4, 6, 7);
        play(job, 140, one, other);
        List<String> before = one.open();
        job.become(ProcessLife.GONE, 5);
        play(job, 50, one, other);
        assertThat(one.open()).hasSize(1).isEqualTo(before).isEqualTo(other.open());
    }

    @Test
    void closeItWhenTheJobGoesOnAndNotBefore() {
        Server one = new Server(1, 0);
        PlayedJob job = running();
        play(job, 10, one);
        job.enter("TP_1", 4, 4, 6, 7);
        play(job, 130, one);
        assertThat(one.open()).hasSize(1);
        job.silence(1);
        play(job, 300, one);
        assertThat(one.open()).isNotEmpty();
        job.hear(1);
        for (long step = 4; step < 30; step++) {
            job.done("TP_1", step).done("TP_0", step).done("WORLD", step);
            play(job, 1, one);
        }
        assertThat(one.incidents.all()).noneMatch(incident -> incident.kind().isStop() && incident.isActive());
    }
}
