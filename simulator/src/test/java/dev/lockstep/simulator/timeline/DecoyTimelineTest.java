// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.simulator.scenario.Decoy;
import dev.lockstep.simulator.scenario.ScenarioFile;
import dev.lockstep.simulator.topology.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/// What healthy jobs do and what looks like a fault.
class DecoyTimelineTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void movesAnImbalanceFromRankToRank() {
        List<StepRun> steps = steps("decoy: moving-imbalance share=0.1 factor=4");

        Set<Integer> lateOnes = steps.stream().map(DecoyTimelineTest::last).collect(Collectors.toSet());
        assertThat(lateOnes).hasSizeGreaterThan(4);
    }

    @Test
    void savesBehindABarrier() {
        List<StepRun> steps = steps("decoy: checkpoint from=2 every=5 for=30s rank=4");
        StepRun saving = steps.get(2);

        GroupRun barrier = saving.byRank().getFirst().getFirst();
        assertThat(barrier.launch().communicator().role()).isEqualTo(Role.WORLD);
        assertThat(barrier.endNanos().orElseThrow() - barrier.start()).isGreaterThan(29 * SECOND);
        assertThat(saving.byRank().get(4).getFirst().endNanos().orElseThrow()
                        - saving.byRank().get(4).getFirst().start())
                .isLessThan(SECOND);
        assertThat(steps.get(3)
                        .byRank()
                        .getFirst()
                        .getFirst()
                        .launch()
                        .communicator()
                        .role())
                .isEqualTo(Role.TENSOR);
        assertThat(steps.get(7)
                        .byRank()
                        .getFirst()
                        .getFirst()
                        .launch()
                        .communicator()
                        .role())
                .isEqualTo(Role.WORLD);
    }

    @Test
    void evaluatesForwardOnly() {
        List<StepRun> steps = steps("decoy: evaluation from=2 every=4 microbatches=6");

        int usual = steps.get(1).byRank().getFirst().size();
        assertThat(steps.get(2).byRank().getFirst().size()).isGreaterThan(usual + 20);
        assertThat(steps.get(3).byRank().getFirst()).hasSize(usual);
    }

    @Test
    void warmsUp() {
        List<StepRun> steps = steps("decoy: warm-up steps=2 factor=20");

        long third = steps.get(2).endNanos() - steps.get(1).endNanos();
        assertThat(steps.get(1).endNanos() - steps.get(0).endNanos()).isGreaterThan(5 * third);
    }

    @Test
    void congestsEverybody() {
        List<StepRun> steps = steps("decoy: congestion from=3 to=5 factor=0.25");

        assertThat(dataNanos(steps.get(3))).isGreaterThan(3 * dataNanos(steps.get(2)));
        assertThat(dataNanos(steps.get(5))).isLessThan(2 * dataNanos(steps.get(2)));
    }

    @Test
    void pausesHosts() {
        List<StepRun> calm = steps("decoy: host-pauses share=0 delay=1s");
        List<StepRun> paused = steps("decoy: host-pauses share=0.3 delay=1s");

        assertThat(paused.getLast().endNanos()).isGreaterThan(calm.getLast().endNanos() + SECOND);
    }

    @Test
    void givesOneExpertMoreToDo() {
        List<String> lines = new ArrayList<>(List.of("groups.tensor: 1", "groups.expert: 4", "steps: 2"));
        StepRun even = Examples.steps(ScenarioFile.parse("even", lines)).getLast();
        lines.add("decoy: heavy-expert expert=1 factor=2");
        StepRun uneven = Examples.steps(ScenarioFile.parse("uneven", lines)).getLast();

        assertThat(elements(uneven, 1)).isGreaterThan(elements(even, 1));
        assertThat(elements(uneven, 5)).isEqualTo(elements(uneven, 1));
        assertThat(elements(uneven, 0)).isLessThan(elements(uneven, 1));
        assertThat(uneven.stopped()).isFalse();
    }

    @Test
    void slowsDownAStage() {
        List<StepRun> even = Examples.steps(
                ScenarioFile.parse("even", List.of("steps: 4", "groups.tensor: 2", "groups.pipeline: 2")));
        List<StepRun> uneven = Examples.steps(ScenarioFile.parse(
                "uneven",
                List.of(
                        "steps: 4",
                        "groups.tensor: 2",
                        "groups.pipeline: 2",
                        "decoy: heavy-stage stage=1 factor=1.5")));

        assertThat(uneven.getLast().endNanos()).isGreaterThan(even.getLast().endNanos());
    }

    @Test
    void readsEveryKind() {
        assertThat(ScenarioFile.parse(
                                "decoys",
                                List.of(
                                        "decoy: moving-imbalance share=0.2 factor=3",
                                        "decoy: heavy-stage stage=1",
                                        "decoy: checkpoint from=5 every=9 for=20s",
                                        "decoy: congestion from=3"))
                        .decoys())
                .containsExactly(
                        new Decoy.MovingImbalance(0.2, 3),
                        new Decoy.HeavyStage(1, 1.3),
                        new Decoy.Checkpoint(5, 9, 20 * SECOND, Decoy.Checkpoint.ALL),
                        new Decoy.Congestion(3, Integer.MAX_VALUE, 0.5));
        Assertions.assertThatThrownBy(() -> ScenarioFile.parse("bad", List.of("decoy: gremlin")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("decoy gremlin: no such kind");
    }

    private static List<StepRun> steps(String decoy) {
        return Examples.steps(ScenarioFile.parse("decoy", List.of("steps: 10", "compute.forward: 8ms", decoy)));
    }

    /// The rank that came last to the world's AllReduce.
    private static int last(StepRun step) {
        return IntStream.range(0, step.byRank().size())
                .boxed()
                .max((a, b) -> Long.compare(computed(step, a), computed(step, b)))
                .orElseThrow();
    }

    /// Time of a rank outside of its groups.
    private static long computed(StepRun step, int rank) {
        long inside = step.byRank().get(rank).stream()
                .mapToLong(run -> run.endNanos().orElseThrow() - run.start())
                .sum();
        return step.endNanos() - inside;
    }

    private static long dataNanos(StepRun step) {
        return step.byRank().getFirst().stream()
                .filter(run -> run.launch().communicator().role() == Role.DATA)
                .mapToLong(run -> run.transfer().nanos())
                .sum();
    }

    private static long elements(StepRun step, int rank) {
        return step.byRank().get(rank).stream()
                .filter(run -> run.launch().communicator().role() == Role.EXPERT)
                .flatMap(run -> run.launch().calls().stream())
                .mapToLong(call -> call.count())
                .sum();
    }
}
