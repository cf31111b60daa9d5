// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.peer.Tree;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A rank that never enters an operation: through plugin, agents and two brains to whoever listens, over the death of a
/// brain, to the end of the job.
final class HangEndToEndTest {
    @TempDir
    private Path folder;

    @BeforeAll
    static void needsThePlugin() {
        assumeTrue(PlayedJob.canBePlayed(), "make -C plugin && make -C simulator/src/main/c");
    }

    @Test
    void isTheSameIncidentOnTwoBrainsAndAfterAKillAndEndsWithItsJob() throws Exception {
        try (BrainProcess killed = BrainProcess.start(folder);
                Brain other = Brain.start(Map.of());
                EventStream events = EventStream.of(other.uri());
                PlayedJob job = PlayedJob.start(folder, PlayedJob.SMALL, "hang rank=3 group=TP operation=0 from=20")) {
            List<URI> brains = List.of(killed.uri(), other.uri());
            try (WatchingAgent one = WatchingAgent.start("node-0", job.sharedMemory(0), brains, Map.of());
                    WatchingAgent two = WatchingAgent.start("node-1", job.sharedMemory(1), brains, Map.of())) {
                Asked.Seen first = killed.ask().awaitIncident("open", "hang_not_entered", 3);
                Asked.Seen second = other.ask().awaitIncident("open", "hang_not_entered", 3);

                assertThat(first.id()).isEqualTo(second.id());
                assertThat(first.node()).isEqualTo("node-1");
                assertThat(Tree.text(first.json(), "severity")).isEqualTo("p0");
                assertThat(Tree.text(first.json(), "job_id")).isEqualTo(PlayedJob.ID);
                assertThat(Tree.text(first.json(), "title")).contains("rank 3", "never entered");
                assertThat(Tree.text(first.json(), "next_step")).contains("py-spy");

                Asked.Seen told = events.await("opened", second.id());
                assertThat(told.ranks()).containsExactly(3);
                assertThat(Tree.text(told.json(), "culprits", 0, "gpu", "uuid")).startsWith("GPU-");
                assertThat(Tree.list(told.json(), "evidence", "facts")).isNotEmpty();

                killed.killAndStartAgain();
                Asked.Seen after = killed.ask().awaitIncident("open", "hang_not_entered", 3);
                assertThat(after.id()).isEqualTo(first.id());
                assertThat(after.start()).isEqualTo(first.start());

                job.end();
                Asked.Seen over = killed.ask().awaitIncident("closed", "hang_not_entered", 3);
                assertThat(over.id()).isEqualTo(first.id());
                assertThat(over.start()).isEqualTo(first.start());
                assertThat(Tree.text(over.json(), "end")).isNotEmpty();
                events.await("closed", second.id());
                assertThat(one.metrics().sum("lockstep_feed_batches_dropped_total"))
                        .isZero();
                assertThat(two.metrics().sum("lockstep_feed_batches_dropped_total"))
                        .isZero();
            }
        }
    }
}
