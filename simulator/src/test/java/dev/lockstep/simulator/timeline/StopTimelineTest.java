// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.program.Call;
import dev.lockstep.simulator.scenario.ScenarioFile;
import dev.lockstep.simulator.topology.Role;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Faults that end a job.
class StopTimelineTest {
    private static final List<Integer> DATA_PEERS = List.of(7, 11, 15);

    @Test
    void entersAnotherFunction() {
        StepRun last = last("fault: mismatched-function rank=3 group=DP operation=0 from=4");

        assertThat(stuck(last, 3).getFirst().launch().calls())
                .extracting(Call::function)
                .containsExactly(NcclFunction.ALL_REDUCE);
        for (int peer : DATA_PEERS) {
            assertThat(stuck(last, peer).getFirst().launch().calls())
                    .extracting(Call::function)
                    .containsExactly(NcclFunction.REDUCE_SCATTER);
        }
    }

    @Test
    void entersAnotherSize() {
        StepRun last = last("fault: mismatched-size rank=3 group=DP operation=1 from=4");

        Call own = stuck(last, 3).getFirst().launch().calls().getFirst();
        Call peer = stuck(last, 7).getFirst().launch().calls().getFirst();
        assertThat(own.count()).isEqualTo(peer.count() / 2);
        assertThat(own.function()).isEqualTo(peer.function());
    }

    @Test
    void entersAnotherSizeEvenOfOneElement() {
        StepRun last = last("fault: mismatched-size rank=3 group=WORLD operation=0 from=4");

        assertThat(stuck(last, 3).getFirst().launch().calls().getFirst().count())
                .isNotEqualTo(
                        stuck(last, 0).getFirst().launch().calls().getFirst().count());
    }

    @Test
    void enqueuesWhatTheGpuNeverStarts() {
        StepRun last = last("fault: gpu-stall rank=3 group=DP operation=0 from=4");

        assertThat(states(last, 3)).containsExactlyInAnyOrder(GroupState.DONE, GroupState.QUEUED);
        assertThat(stuck(last, 7).getFirst().launch().communicator().role()).isEqualTo(Role.DATA);
    }

    @Test
    void movesNothingThoughAllHaveEntered() {
        StepRun last = last("fault: stuck-transfer rank=3 group=DP operation=0 from=4");

        for (int rank : List.of(3, 7, 11, 15)) {
            assertThat(stuck(last, rank).getFirst().launch().communicator().role())
                    .isEqualTo(Role.DATA);
        }
        assertThat(stuck(last, 0).getFirst().launch().communicator().role()).isEqualTo(Role.WORLD);
    }

    @Test
    void killsOneProcess() {
        StepRun last = last("fault: kill rank=3 from=4");

        assertThat(last.killedNodes()).isEmpty();
        assertThat(last.killedNanos(3, 0)).isPresent();
        assertThat(last.killedNanos(2, 0)).isEmpty();
        assertThat(states(last, 3)).doesNotContain(GroupState.STUCK);
        assertThat(states(last, 2)).contains(GroupState.STUCK);
    }

    @Test
    void neverMakesACommunicator() {
        StepRun only = last("fault: stuck-setup rank=3 group=TP");

        assertThat(only.step()).isZero();
        for (int rank : List.of(0, 1, 2, 3)) {
            assertThat(only.byRank().get(rank)).isEmpty();
        }
        assertThat(states(only, 4)).contains(GroupState.STUCK);
    }

    @Test
    void makesAWholeNodeLate() {
        StepRun last = last("fault: late-node node=1 from=4 factor=2");

        for (int rank = 0; rank < 8; rank++) {
            assertThat(worldWait(last, rank)).isGreaterThan(50_000_000);
            assertThat(worldWait(last, rank + 8)).isLessThan(20_000_000);
        }
    }

    @Test
    void slowsARankDownMoreAndMore() {
        List<StepRun> steps =
                steps(List.of("steps: 12", "compute.forward: 8ms", "fault: slow-trend rank=3 from=2 to=10 factor=2"));

        assertThat(worldWait(steps.get(6), 7)).isGreaterThan(worldWait(steps.get(3), 7) + 10_000_000);
        assertThat(worldWait(steps.get(10), 7)).isGreaterThan(worldWait(steps.get(6), 7) + 10_000_000);
    }

    @Test
    void slowsDownOneChannel() {
        List<StepRun> steps = steps(List.of("steps: 6", "fault: slow-channel rank=3 channel=5 from=3 factor=0.2"));
        Operations operations = new Operations(Cluster.of(ScenarioFile.parse("any", List.of())));
        GroupRun run = steps.get(4).byRank().get(7).stream()
                .filter(group -> group.launch().communicator().role() == Role.DATA)
                .findFirst()
                .orElseThrow();

        List<ChannelStamp> stamps = operations.of(run).getFirst().stamps();
        long last = stamps.stream().mapToLong(ChannelStamp::stopNanos).max().orElseThrow();
        assertThat(stamps.get(5).stopNanos()).isEqualTo(last);
        assertThat(stamps)
                .filteredOn(stamp -> last - stamp.stopNanos() < 1_000_000)
                .hasSize(1);
    }

    private static StepRun last(String fault) {
        return steps(List.of("steps: 6", "compute.forward: 8ms", fault)).getLast();
    }

    private static List<StepRun> steps(List<String> lines) {
        return Examples.steps(ScenarioFile.parse("stop", lines));
    }

    private static List<GroupRun> stuck(StepRun step, int rank) {
        return step.byRank().get(rank).stream()
                .filter(run -> run.state() == GroupState.STUCK)
                .toList();
    }

    private static Set<GroupState> states(StepRun step, int rank) {
        return step.byRank().get(rank).stream().map(GroupRun::state).collect(Collectors.toSet());
    }

    private static long worldWait(StepRun step, int rank) {
        return step.byRank().get(rank).stream()
                .filter(run -> run.launch().communicator().role() != Role.TENSOR)
                .mapToLong(run -> run.endNanos().orElseThrow()
                        - run.start()
                        - run.transfer().nanos())
                .sum();
    }
}
