// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.AgentProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents and connections of a healthy job come and go: nothing is lost, and nobody is accused.
final class ComingAndGoingTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String WAITING = "lockstep_feed_spool_batches";
    private static final String SENT = "lockstep_feed_batches_sent_total";
    private static final int RANKS = 4;

    @TempDir
    private Path folder;

    @BeforeAll
    static void needsThePlugin() {
        assumeTrue(PlayedJob.canBePlayed(), "make -C plugin && make -C simulator/src/main/c");
    }

    @Test
    void aCutConnectionAndAKilledAgentLoseNothingAndAccuseNobody() throws Exception {
        try (Brain brain = Brain.start(Map.of());
                Wire wire = Wire.to(brain.uri());
                PlayedJob job = PlayedJob.start(folder, PlayedJob.SMALL, "");
                WatchingAgent one = WatchingAgent.start("node-0", job.sharedMemory(0), List.of(wire.uri()), Map.of())) {
            Process two = agentProcess(job, brain, "first");
            try {
                await().atMost(PATIENCE).until(() -> brain.ask().metrics().sum("lockstep_brain_ranks") == RANKS);

                wire.cut();
                await().atMost(PATIENCE).until(() -> one.metrics().sum(WAITING) >= 3);
                two.destroyForcibly().waitFor();
                wire.mend();
                two = agentProcess(job, brain, "second");

                double before = one.metrics().sum(SENT);
                await().atMost(PATIENCE)
                        .until(() ->
                                one.metrics().sum(WAITING) == 0 && one.metrics().sum(SENT) > before);
                URI again = address("second");
                await().atMost(PATIENCE).until(() -> Metrics.of(again).sum(SENT) >= 3);
                assertThat(one.metrics().sum("lockstep_feed_batches_dropped_total"))
                        .isZero();
                assertThat(Metrics.of(again).sum("lockstep_feed_batches_dropped_total"))
                        .isZero();
                assertThat(brain.ask().metrics().sum("lockstep_brain_ranks")).isEqualTo(RANKS);
                assertThat(brain.ask().incidents("open")).isEmpty();
                assertThat(brain.ask().incidents("closed")).isEmpty();
            } finally {
                two.destroyForcibly().waitFor();
            }
        }
    }

    private Process agentProcess(PlayedJob job, Brain brain, String life) throws IOException {
        return AgentProcess.start(
                said(life),
                "--listen",
                "127.0.0.1:0",
                "--node",
                "node-1",
                "--dir",
                job.sharedMemory(1).toString(),
                "--flight-dir",
                "none",
                "--brain",
                brain.uri().toString(),
                "--brain-spool",
                folder.resolve("spool").toString());
    }

    private Path said(String life) {
        return folder.resolve("agent-" + life + ".log");
    }

    private URI address(String life) {
        return await().atMost(PATIENCE)
                .until(
                        () -> AgentProcess.METRICS_URL
                                .matcher(Files.readString(said(life)))
                                .results()
                                .map(MatchResult::group)
                                .findFirst(),
                        Optional::isPresent)
                .map(URI::create)
                .orElseThrow();
    }
}
