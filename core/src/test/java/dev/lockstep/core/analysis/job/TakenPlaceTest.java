// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.brain.BrainView.JobView;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A job whose first second was told by processes that nobody heard of again: their node restarted, or the batch lay in
/// a spool for long.
class TakenPlaceTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int RANKS = 4;
    private static final int COMMUNICATORS_OF_RANK = 3;

    private final JobLimits limits = JobLimits.defaults();
    private final Brain brain = new Brain(BrainSettings.defaults());
    private final PlayedJob job = new PlayedJob(RANKS, RANKS, RANKS, 10_000_000, true, 7);

    @Test
    void refusesAnotherProcessWhileTheFirstMayLive() {
        hearOfOthersFirst();

        hear(2, 3);

        assertThat(brain.view().refused()).containsEntry("rank_taken", 2L * RANKS * COMMUNICATORS_OF_RANK);
    }

    @Test
    void givesThePlaceOfASilentProcessToTheOneThatIsHeard() {
        hearOfOthersFirst();
        int yields = 1 + (int) (limits.placeNanos() / SECOND);

        hear(2, yields + 4);

        long refused = (yields - 2L) * RANKS * COMMUNICATORS_OF_RANK;
        assertThat(brain.view().refused()).containsEntry("rank_taken", refused);
        JobView whole = brain.view().jobs().getFirst();
        assertThat(whole.matched().complete()).isPositive();
    }

    private void hearOfOthersFirst() {
        for (NodeFeed feed : job.until(1)) {
            List<ProcessFeed> others =
                    feed.processes().stream().map(TakenPlaceTest::ofAnotherLife).toList();
            brain.accept(
                    new NodeFeed(
                            feed.node(),
                            feed.agent(),
                            feed.batch(),
                            feed.wallNanos(),
                            feed.monotonicNanos(),
                            feed.sampling(),
                            others,
                            Map.of(),
                            List.of()),
                    SECOND);
        }
    }

    private static ProcessFeed ofAnotherLife(ProcessFeed process) {
        ProcessKey key = new ProcessKey("boot before", process.key().processId(), 1);
        return new ProcessFeed(
                key,
                process.life(),
                process.jobId(),
                process.incarnation(),
                process.worldSize(),
                process.ncclVersion(),
                process.communicators(),
                process.losses());
    }

    private void hear(int fromSecond, int untilSecond) {
        for (int second = fromSecond; second <= untilSecond; second++) {
            for (NodeFeed feed : job.until(second)) {
                brain.accept(feed, second * SECOND);
            }
            brain.examine(second * SECOND);
        }
    }
}
