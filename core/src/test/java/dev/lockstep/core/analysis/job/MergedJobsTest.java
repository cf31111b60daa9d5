// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.brain.BrainView.JobView;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Four ranks of which two are heard of first, each in another communicator, so that they look like two jobs.
class MergedJobsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SLOW_RANK = 2;

    private final Brain brain = new Brain(BrainSettings.defaults());
    private final List<Finding> findings = new ArrayList<>();
    private final PlayedJob job =
            new PlayedJob(4, 4, 4, 10_000_000, false, 7).computing((rank, step) -> rank == SLOW_RANK ? 1.5 : 1);

    @Test
    void namesTheSlowGpuOfProcessesThatACommunicatorJoinsLater() {
        hearApart(Optional.empty());

        hear(14, Optional.empty());

        assertThat(findings)
                .extracting(
                        Finding::kind,
                        finding -> finding.culprits().getFirst().rank().orElse(-1))
                .containsOnly(tuple(FindingKind.STRAGGLER_GPU, SLOW_RANK));
    }

    @Test
    void countsTheOperationsOfEveryCommunicatorAfterACommunicatorJoinsTheJobs() {
        hearApart(Optional.empty());

        hear(4, Optional.empty());

        assertThatAllIsCounted();
    }

    @Test
    void countsTheOperationsOfEveryCommunicatorAfterTheIncarnationJoinsTheJobs() {
        hearApart(Optional.of("life"));

        hear(4, Optional.of("life"));

        assertThatAllIsCounted();
    }

    /// Of the first second only rank 0's tensor group, and rank 1's communicator of all without an incarnation.
    private void hearApart(Optional<String> incarnation) {
        for (NodeFeed feed : job.until(1)) {
            ProcessFeed first = feed.processes().get(0);
            ProcessFeed second = feed.processes().get(1);
            List<ProcessFeed> apart = List.of(
                    of(first, incarnation, first.communicators().subList(0, 1)),
                    of(second, Optional.empty(), second.communicators().subList(2, 3)));
            brain.accept(with(feed, apart), SECOND);
        }
        assertThat(brain.view().jobs()).hasSize(2);
    }

    private void hear(int untilSecond, Optional<String> incarnation) {
        for (int second = 2; second <= untilSecond; second++) {
            for (NodeFeed feed : job.until(second)) {
                List<ProcessFeed> processes = new ArrayList<>();
                feed.processes().forEach(process -> processes.add(of(process, incarnation, process.communicators())));
                if (incarnation.isPresent()) {
                    // Rank 1 takes its communicator along before another one tells of it.
                    Collections.swap(processes, 0, 1);
                }
                brain.accept(with(feed, processes), second * SECOND);
            }
            findings.addAll(brain.examine(second * SECOND));
        }
    }

    private void assertThatAllIsCounted() {
        JobView whole = brain.view().jobs().getFirst();
        assertThat(brain.view().jobs()).hasSize(1);
        assertThat(whole.figures().transfers())
                .extracting(transfers -> transfers.communicator().id())
                .containsExactlyInAnyOrder("0000000000001000", "0000000000003000");
        assertThat(whole.figures().transfers())
                .allMatch(transfers -> transfers.durations().count() > 0);
        long counted = whole.figures().transfers().stream()
                .mapToLong(transfers -> transfers.durations().count())
                .sum();
        assertThat(whole.matched().complete()).isEqualTo(counted);
    }

    private static ProcessFeed of(
            ProcessFeed process, Optional<String> incarnation, List<CommunicatorFeed> communicators) {
        return new ProcessFeed(
                process.key(),
                process.life(),
                process.jobId(),
                incarnation,
                process.worldSize(),
                process.ncclVersion(),
                communicators,
                process.losses());
    }

    private static NodeFeed with(NodeFeed feed, List<ProcessFeed> processes) {
        return new NodeFeed(
                feed.node(),
                feed.agent(),
                feed.batch(),
                feed.wallNanos(),
                feed.monotonicNanos(),
                feed.sampling(),
                processes,
                feed.losses(),
                List.of());
    }
}
