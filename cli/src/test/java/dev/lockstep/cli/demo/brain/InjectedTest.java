// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.demo.brain.Injected.Match;
import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import dev.lockstep.simulator.scenario.Symptom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which incident tells what was injected.
class InjectedTest {
    @Test
    void isToldByAnIncidentOfItsKindAboutItsRankAlone() {
        Injected late = injected("late-rank rank=5 from=10 factor=2");

        assertThat(match(late, FindingKind.STRAGGLER_GPU, Found.ranks("node-a", 5)))
                .isEqualTo(Match.RIGHT);
        assertThat(match(late, FindingKind.STRAGGLER_HOST, Found.ranks("node-a", 5)))
                .isEqualTo(Match.WRONG);
        assertThat(match(late, FindingKind.STRAGGLER_GPU, Found.ranks("node-a", 4)))
                .isEqualTo(Match.WRONG);
        assertThat(match(late, FindingKind.STRAGGLER_GPU, List.of())).isEqualTo(Match.WRONG);
        assertThat(late.isStop()).isFalse();
    }

    @Test
    void isOneOfSeveralWhereTheyCannotBeToldApart() {
        List<Entity> group = new ArrayList<>(Found.ranks("node-a", 1, 5));
        group.addAll(Found.ranks("node-b", 9, 13));

        assertThat(match(injected("slow-link rank=9 from=10 factor=0.1"), FindingKind.SLOW_LINK, group))
                .isEqualTo(Match.AMONG_OTHERS);
    }

    @Test
    void aNodeIsNamedAsSuchOrByAllOfItsRanks() {
        Injected crash = injected("crash node=1 from=10");

        assertThat(match(crash, FindingKind.PROCESS_GONE, Found.ranks("node-b", 8, 9, 10, 11, 12, 13, 14, 15)))
                .isEqualTo(Match.RIGHT);
        assertThat(match(crash, FindingKind.PROCESS_GONE, List.of(Entity.ofNode("node-b"))))
                .isEqualTo(Match.RIGHT);
        assertThat(match(crash, FindingKind.PROCESS_GONE, Found.ranks("node-b", 8)))
                .isEqualTo(Match.WRONG);
        assertThat(crash.isStop()).isTrue();
    }

    @Test
    void nobodyIsNamedWhereNothingMoves() {
        assertThat(match(
                        injected("stuck-transfer rank=3 group=DP operation=0 from=10"),
                        FindingKind.HANG_ALL_ENTERED,
                        List.of()))
                .isEqualTo(Match.RIGHT);
    }

    @Test
    void isToldOnlyByAnIncidentThatNamesTheDevice() {
        Injected hot =
                injected(List.of("fault: late-rank rank=5 from=10 factor=2", "hardware: throttled-gpu rank=5 from=10"));
        assertThat(hot.words())
                .isEqualTo("the GPU of rank 5 (node-a) computes 2 times as long: heat holds its GPU back");
        assertThat(match(hot, "It is late.")).isEqualTo(Match.WRONG);
        assertThat(match(hot, "It is late.", "gpu51 of node-a is throttled: heat"))
                .isEqualTo(Match.WRONG);
        assertThat(match(hot, "It is late.", "gpu5 of node-a is throttled: heat"))
                .isEqualTo(Match.RIGHT);
    }

    @Test
    void aDeviceAloneIsToldByAnIncidentThatNamesItAndNothingElse() {
        Symptom odd = new Symptom(Symptom.Kind.ODD_FIRMWARE, 9, 0, 0);
        Injected alone = Injected.alone(odd, List.of("node-a", "node-b"), 8, Optional.empty())
                .orElseThrow();
        Entity nic = new Entity(
                Optional.of("node-b"),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.of("mlx5_1:1"));

        assertThat(alone.words()).isEqualTo("rank 9 (node-b): its NIC has another firmware");
        assertThat(alone.isStop()).isFalse();
        assertThat(alone.match(Found.incident(
                        FindingKind.ODD_HARDWARE,
                        IncidentState.OPEN,
                        List.of(nic),
                        "mlx5_1:1 of node-b: firmware 1, on 3 of 4 nodes 2")))
                .isEqualTo(Match.RIGHT);
        assertThat(match(alone, FindingKind.ODD_HARDWARE, List.of(Entity.ofNode("node-b"))))
                .isEqualTo(Match.WRONG);
        assertThat(Injected.alone(
                        new Symptom(Symptom.Kind.XMIT_WAIT, 9, 0, 0), List.of("node-a"), 16, Optional.empty()))
                .as("wakes nobody")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        late-rank rank=5 from=10 factor=2 | the GPU of rank 5 (node-a) computes 2 times as long
        late-rank rank=5 from=10 factor=1.25 | the GPU of rank 5 (node-a) computes 1.25 times as long
        slow-link rank=9 from=10 factor=0.1 | the network path of rank 9 (node-b) keeps 10 % of its bandwidth
        slow-link rail=2 from=10 factor=0.1 | the network path of rail 2 keeps 10 % of its bandwidth
        slow-link rank=9 held=sender factor=0.1 | the network path of rank 9 (node-b) keeps 10 % of its bandwidth, held by its GPU
        hang rank=3 group=DP operation=0 from=10 | rank 3 (node-a) never enters an operation of its DP group
        crash node=1 from=10 | the processes of node-b are killed
        """)
    void saysWhatItDoes(String line, String words) {
        assertThat(injected(line).words()).isEqualTo(words);
    }

    private static Match match(Injected late, String... facts) {
        return late.match(
                Found.incident(FindingKind.STRAGGLER_GPU, IncidentState.OPEN, Found.ranks("node-a", 5), facts));
    }

    private static Match match(Injected fault, FindingKind kind, List<Entity> culprits) {
        return fault.match(Found.incident(kind, IncidentState.OPEN, culprits));
    }

    private static Injected injected(String line) {
        return injected(List.of("fault: " + line));
    }

    private static Injected injected(List<String> lines) {
        Scenario scenario = ScenarioFile.parse("a", lines);
        Fault fault = scenario.faults().getFirst();
        return new Injected(fault, List.of("node-a", "node-b"), 8, Optional.empty(), scenario.symptoms());
    }
}
