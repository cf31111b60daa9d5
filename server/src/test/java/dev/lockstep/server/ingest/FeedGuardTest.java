// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.server.Feeds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What cannot be true costs as little as it may.
class FeedGuardTest {
    private static final long NOW = 1_764_500_000_000_000_000L;

    private final IngestCounters counters = new IngestCounters();
    private final FeedGuard guard = new FeedGuard(counters);

    @Test
    void passesOnWhatCanBeTrue() {
        NodeFeed feed = Feeds.of("node-a", 1, NOW, Feeds.process("job-1", 0, 10));

        assertThat(FeedGuard.problem(feed)).isEmpty();
        assertThat(guard.believable(feed, NOW)).isSameAs(feed);
    }

    @Test
    void refusesABatchWhoseAgentSaysWhatCannotBe() {
        assertThat(FeedGuard.problem(Feeds.of("n".repeat(129), 1, "job-1", 0))).isPresent();
        assertThat(FeedGuard.problem(Feeds.of(" ", 1, "job-1", 0))).isPresent();
        assertThat(FeedGuard.problem(Feeds.of("node-a", 0, "job-1", 0))).isPresent();
        assertThat(FeedGuard.problem(new NodeFeed("node-a", "a", 1, NOW, 0, 33, List.of(), Map.of(), List.of())))
                .isPresent();
    }

    @Test
    void leavesOutTheProcessOfAJobThatLiesAndKeepsItsNeighbour() {
        ProcessFeed liar = Feeds.process("x\ny", 0, 10);
        ProcessFeed longName = Feeds.process("x".repeat(129), 0, 10);
        ProcessFeed impossibleRank = Feeds.process("job-2", 7, 10);
        ProcessFeed neighbour = Feeds.process("job-1", 1, 10);

        NodeFeed believed =
                guard.believable(Feeds.of("node-a", 1, NOW, liar, longName, impossibleRank, neighbour), NOW);

        assertThat(believed.processes()).containsExactly(neighbour);
        assertThat(counters.partsRefused(PartRefusal.IDENTITY)).isEqualTo(3);
    }

    @Test
    void takesTheMarkFromStampsThatCannotBeTrue() {
        OperationColumns columns = Feeds.columns(4);
        columns.stopNanos()[1] = columns.startNanos()[1] - 1;
        columns.startNanos()[2] = -5;
        columns.stopNanos()[3] = columns.startNanos()[3] + Duration.ofDays(2).toNanos();

        guard.believable(Feeds.of("node-a", 1, NOW, Feeds.process("job-1", 0, columns)), NOW);

        assertThat(columns.isTimed(0)).isTrue();
        assertThat(List.of(columns.isTimed(1), columns.isTimed(2), columns.isTimed(3)))
                .containsOnly(false);
        assertThat(counters.partsRefused(PartRefusal.CLOCK)).isEqualTo(3);
    }

    @Test
    void putsItsOwnTimeInThePlaceOfOneThatIsFarAway() {
        long future = NOW + Duration.ofHours(1).toNanos();

        NodeFeed believed = guard.believable(Feeds.of("node-a", 1, future, Feeds.process("job-1", 0, 1)), NOW);

        assertThat(believed.wallNanos()).isEqualTo(NOW);
        assertThat(believed.processes()).hasSize(1);
        assertThat(counters.partsRefused(PartRefusal.NODE_CLOCK)).isEqualTo(1);
    }
}
