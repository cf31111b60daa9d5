// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.brain.BrainView.Matched;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// Places are found by where a batch tells of them, as the one before did; they are the same wherever that is.
class OrderOfCommunicatorsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SECONDS = 4;

    @Test
    void countsTheSameWhateverTheOrderInWhichCommunicatorsAreTold() {
        Matched straight = matched(second -> 0);
        Matched turned = matched(second -> second);

        assertThat(straight.complete()).isPositive();
        assertThat(turned).isEqualTo(straight);
    }

    private static Matched matched(IntFunction<Integer> turnedBy) {
        Brain brain = new Brain(BrainSettings.defaults());
        PlayedJob job = new PlayedJob(4, 2, 2, 10_000_000, true, 7);
        for (int second = 1; second <= SECONDS; second++) {
            for (NodeFeed feed : job.until(second)) {
                brain.accept(turned(feed, turnedBy.apply(second)), second * SECOND);
            }
            brain.examine(second * SECOND);
        }
        assertThat(brain.view().refused().values()).containsOnly(0L);
        assertThat(brain.view().jobs()).hasSize(1);
        return brain.view().jobs().getFirst().matched();
    }

    private static NodeFeed turned(NodeFeed feed, int by) {
        List<ProcessFeed> processes = new ArrayList<>();
        for (ProcessFeed process : feed.processes()) {
            List<CommunicatorFeed> communicators = new ArrayList<>(process.communicators());
            Collections.rotate(communicators, by);
            processes.add(new ProcessFeed(
                    process.key(),
                    process.life(),
                    process.jobId(),
                    process.incarnation(),
                    process.worldSize(),
                    process.ncclVersion(),
                    communicators,
                    process.losses()));
        }
        return new NodeFeed(
                feed.node(),
                feed.agent(),
                feed.batch(),
                feed.wallNanos(),
                feed.monotonicNanos(),
                feed.sampling(),
                processes,
                Map.of(),
                feed.hardware());
    }
}
