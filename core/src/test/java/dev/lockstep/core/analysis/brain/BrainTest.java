// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.job.JobIdentity;
import dev.lockstep.core.analysis.job.JobLimits;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.model.CommunicatorIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BrainTest {
    private final Brain brain = new Brain(BrainSettings.defaults());

    @Test
    void makesOneJobOfProcessesThatShareCommunicators() {
        accept(process(1, Optional.empty(), "aa", 0));
        accept(process(2, Optional.empty(), "bb", 0));
        assertThat(brain.view().jobs()).hasSize(2);

        accept(process(3, Optional.empty(), "aa", 1, "bb", 1));

        assertThat(brain.view().jobs()).singleElement().satisfies(job -> {
            assertThat(job.processes()).hasSize(3);
            assertThat(job.communicators()).allMatch(communicator -> communicator.heard() == 2);
        });
    }

    @Test
    void givesAJobItsIncarnationWhenItIsTold() {
        accept(process(1, Optional.empty(), "aa", 0));
        accept(process(2, Optional.empty(), "aa", 1));
        accept(process(2, Optional.of("life"), "aa", 1));
        accept(process(1, Optional.of("life"), "aa", 0));

        assertThat(brain.view().jobs()).singleElement().satisfies(job -> {
            assertThat(job.key()).isEqualTo(new JobKey("job", "life"));
            assertThat(job.processes()).hasSize(2);
        });
    }

    @Test
    void keepsTheNextLifeOfAJobApart() {
        accept(process(1, Optional.empty(), "aa", 0));
        accept(process(2, Optional.empty(), "aa", 0));

        assertThat(brain.view().jobs()).hasSize(2);
    }

    @Test
    void countsRanksThatItCannotPlace() {
        accept(process(1, Optional.of("life"), "aa", -1));

        assertThat(brain.view().refused()).containsEntry("rank_unknown", 1L);
    }

    @Test
    void judgesEachJobByTheSettingsOfItsIdentity() {
        List<JobIdentity> asked = new ArrayList<>();
        Brain byJob = Brain.byJob(JobLimits.defaults(), job -> {
            asked.add(job);
            return BrainSettings.defaults();
        });

        byJob.accept(batch(process(1, Optional.of("life"), "aa", 0)), 1);
        byJob.accept(batch(process(2, Optional.of("life"), "aa", 1)), 1);

        JobIdentity identity = new JobIdentity("job", "node", OptionalInt.empty());
        assertThat(asked).containsExactly(identity);
        assertThat(byJob.view().jobs())
                .singleElement()
                .satisfies(job -> assertThat(job.identity()).isEqualTo(identity));
    }

    @Test
    void weighsAFindingByTheHardwareOfItsCulprit() {
        Evidence evidence = new Evidence("", "", OptionalLong.empty(), 1, 1, Map.of(), List.of("It comes late."));
        Finding slow = new Finding(
                FindingKind.SLOW_NODE,
                new JobKey("job", "life"),
                List.of(Entity.ofNode("node")),
                Severity.P1,
                0.8,
                0,
                1,
                "",
                evidence,
                "Look at it.");
        Brain weighing = new Brain(BrainSettings.defaults(), settings -> List.of((job, nowNanos) -> List.of(slow)));
        HardwareFact hot =
                new HardwareFact("gpu0", OptionalInt.of(0), HardwareFact.Kind.THROTTLED, 1, "hardware_thermal");

        weighing.accept(batch(process(1, Optional.of("life"), "aa", 0)).with(List.of(hot)), 1);

        assertThat(weighing.examine(2)).singleElement().satisfies(finding -> {
            assertThat(finding.evidence().facts())
                    .containsExactly("It comes late.", "gpu0 of node is throttled: hardware_thermal");
            assertThat(finding.confidence()).isGreaterThan(slow.confidence());
        });
    }

    private void accept(ProcessFeed process) {
        brain.accept(batch(process), 1);
    }

    private static NodeFeed batch(ProcessFeed process) {
        return new NodeFeed("node", "agent", 1, 1, 1, 0, List.of(process), Map.of(), List.of());
    }

    private static ProcessFeed process(int pid, Optional<String> incarnation, Object... communicatorsAndRanks) {
        List<CommunicatorFeed> communicators = Stream.iterate(0, i -> i < communicatorsAndRanks.length, i -> i + 2)
                .map(i -> communicator((String) communicatorsAndRanks[i], (int) communicatorsAndRanks[i + 1]))
                .toList();
        return new ProcessFeed(
                new ProcessKey("boot", pid, 1),
                ProcessLife.RUNNING,
                "job",
                incarnation,
                OptionalInt.empty(),
                Optional.empty(),
                communicators,
                Map.of());
    }

    private static CommunicatorFeed communicator(String id, int rank) {
        OptionalInt commRank = rank < 0 ? OptionalInt.empty() : OptionalInt.of(rank);
        CommunicatorIdentity identity = new CommunicatorIdentity(
                id, 0, "", commRank, OptionalInt.of(4), OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
        return new CommunicatorFeed(
                identity, false, Progress.NONE, List.of(), List.of(), List.of(), List.of(), List.of(), 0);
    }
}
