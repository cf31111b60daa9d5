// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.brain.BrainView.JobView;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// An agent tells of another job's processes under a job name of its own.
class ClaimedProcessTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int RANKS = 4;

    private final Brain brain = new Brain(BrainSettings.defaults());
    private final PlayedJob job = new PlayedJob(RANKS, RANKS, RANKS, 10_000_000, true, 7);

    @Test
    void leavesTheJobWhoseProcessesTheyAreAlone() {
        String truth = "";
        for (int second = 1; second <= 6; second++) {
            for (NodeFeed feed : job.until(second)) {
                truth = feed.processes().getFirst().jobId();
                brain.accept(feed, second * SECOND);
                brain.accept(claimed(feed), second * SECOND);
            }
            brain.examine(second * SECOND);
        }

        String jobId = truth;
        List<JobView> views = brain.view().jobs();
        assertThat(views).extracting(view -> view.key().jobId()).containsExactlyInAnyOrder(jobId, "liar");
        JobView whole = views.stream()
                .filter(view -> view.key().jobId().equals(jobId))
                .findFirst()
                .orElseThrow();
        assertThat(whole.matched().complete()).isPositive();
        assertThat(whole.matched().partial()).isZero();
    }

    private static NodeFeed claimed(NodeFeed feed) {
        List<ProcessFeed> processes = new ArrayList<>();
        for (ProcessFeed process : feed.processes()) {
            processes.add(new ProcessFeed(
                    process.key(),
                    process.life(),
                    "liar",
                    Optional.of("another incarnation"),
                    process.worldSize(),
                    process.ncclVersion(),
                    process.communicators(),
                    process.losses()));
        }
        return new NodeFeed(
                feed.node(),
                "liar's agent",
                feed.batch(),
                feed.wallNanos(),
                feed.monotonicNanos(),
                feed.sampling(),
                processes,
                feed.losses(),
                List.of());
    }
}
