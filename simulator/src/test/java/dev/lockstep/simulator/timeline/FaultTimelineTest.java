// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import dev.lockstep.simulator.topology.Role;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaultTimelineTest {
    @Test
    void makesEverybodyWaitForALateRank() {
        List<StepRun> steps = Examples.steps(Examples.named("late-rank"));

        assertThat(waits(steps.get(10), 5)).isLessThan(3_000_000);
        assertThat(waits(steps.get(30), 5)).isLessThan(3_000_000);
        for (int peer : List.of(4, 6, 7)) {
            assertThat(waits(steps.get(30), peer)).isGreaterThan(50_000_000);
        }
    }

    @Test
    void slowsDownOnlyCommunicatorsOverASlowLink() {
        List<StepRun> steps = Examples.steps(Examples.named("slow-link"));

        assertThat(transfer(steps.get(30), 9)).isGreaterThan(4 * transfer(steps.get(10), 9));
        assertThat(transfer(steps.get(30), 8)).isLessThan(2 * transfer(steps.get(10), 8));
    }

    @Test
    void leavesThePeersOfAHangInFlight() {
        List<StepRun> steps = Examples.steps(Examples.named("hang"));
        StepRun last = steps.getLast();

        assertThat(steps).hasSize(31);
        assertThat(last.stopped()).isTrue();
        assertThat(states(last, 3)).contains(GroupState.NEVER).doesNotContain(GroupState.STUCK);
        for (int peer : List.of(7, 11, 15)) {
            assertThat(stuckRole(last, peer)).isEqualTo(Role.DATA);
            assertThat(states(last, peer)).contains(GroupState.QUEUED);
        }
        // The others come through their own data groups and wait at the world's AllReduce.
        assertThat(stuckRole(last, 0)).isEqualTo(Role.WORLD);
    }

    @Test
    void killsANodeInTheMiddleOfAStep() {
        List<StepRun> steps = Examples.steps(Examples.named("crash"));
        StepRun last = steps.getLast();
        long killed = last.killedNanos(1).orElseThrow();

        assertThat(steps).hasSize(26);
        IntStream.range(8, 16)
                .mapToObj(last.byRank()::get)
                .flatMap(List::stream)
                .filter(run -> run.startNanos().isPresent())
                .forEach(run -> {
                    assertThat(run.start()).isLessThan(killed);
                    assertThat(run.endNanos().orElse(0)).isLessThanOrEqualTo(killed);
                });
        assertThat(states(last, 0)).contains(GroupState.STUCK).doesNotContain(GroupState.KILLED);
        assertThat(states(last, 8)).doesNotContain(GroupState.STUCK);
        assertThat(states(last, 12)).doesNotContain(GroupState.STUCK);
    }

    @Test
    void enqueuesLateOnALateHost() {
        List<StepRun> steps = Examples.steps(Examples.named("late-host"));
        StepRun late = steps.get(30);

        long own = late.byRank().get(6).getFirst().enqueueNanos();
        long peer = late.byRank().get(7).getFirst().enqueueNanos();
        assertThat(own - peer).isGreaterThan(25_000_000);
    }

    @Test
    void refusesAHangInAnOperationThatDoesNotExist() {
        Scenario scenario =
                ScenarioFile.parse("no-such", List.of("steps: 3", "fault: hang rank=0 group=PP operation=0 from=1"));
        Cluster cluster = Cluster.of(scenario);

        assertThatThrownBy(() -> new Timeline(cluster))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessage("fault hang: rank 0 has no operation 0 in group PP in step 1");
    }

    @Test
    void keepsGpuClocksOutOfStep() {
        Cluster cluster = Cluster.of(Examples.named("healthy"));
        Set<Long> shown = new HashSet<>();
        for (int rank = 0; rank < 16; rank++) {
            GpuClock clock = GpuClock.of(cluster, rank, 0);
            shown.add(clock.at(0) / 1_000);
            long hour = 3_600_000_000_000L;
            assertThat(clock.at(hour) - clock.at(0)).isNotEqualTo(hour);
        }

        assertThat(shown).hasSizeGreaterThan(14);
    }

    @Test
    void generatesAThousandRanks() {
        Scenario scenario = ScenarioFile.parse(
                "large",
                List.of(
                        "steps: 2",
                        "cluster.nodes: 128",
                        "cluster.gpus-per-node: 8",
                        "groups.tensor: 8",
                        "groups.pipeline: 4",
                        "model.microbatches: 4"));

        List<StepRun> steps = Examples.steps(scenario);

        assertThat(steps).hasSize(2).noneMatch(StepRun::stopped);
        assertThat(steps.getLast().byRank()).hasSize(1_024);
    }

    private static long waits(StepRun step, int rank) {
        return step.byRank().get(rank).stream()
                .filter(run -> run.launch().communicator().role() == Role.TENSOR)
                .mapToLong(run -> run.endNanos().orElseThrow()
                        - run.start()
                        - run.transfer().nanos())
                .sum();
    }

    private static long transfer(StepRun step, int rank) {
        return step.byRank().get(rank).stream()
                .filter(run -> run.launch().communicator().role() == Role.DATA)
                .filter(run -> run.launch().calls().getFirst().function() == NcclFunction.REDUCE_SCATTER)
                .mapToLong(run -> run.transfer().nanos())
                .sum();
    }

    private static List<GroupState> states(StepRun step, int rank) {
        return step.byRank().get(rank).stream().map(GroupRun::state).distinct().toList();
    }

    private static Role stuckRole(StepRun step, int rank) {
        return step.byRank().get(rank).stream()
                .filter(run -> run.state() == GroupState.STUCK)
                .findFirst()
                .orElseThrow()
                .launch()
                .communicator()
                .role();
    }
}
