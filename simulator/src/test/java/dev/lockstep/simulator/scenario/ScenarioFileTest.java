// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.simulator.topology.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioFileTest {
    @Test
    void hasADefaultForEveryKey() {
        Scenario scenario = ScenarioFile.parse("nothing", List.of());

        assertThat(scenario.name()).isEqualTo("nothing");
        assertThat(scenario.shape()).isEqualTo(new Shape(2, 8, 4, 1, 1, true));
        assertThat(scenario.faults()).isEmpty();
    }

    @Test
    void readsSizesTimesAndFlags() {
        Scenario scenario = ScenarioFile.parse(
                "values",
                List.of(
                        "# a comment",
                        "",
                        "model.bucket: 1.5MiB  # and one behind a value",
                        "compute.forward: 800us",
                        "fabric.network: 50GB",
                        "groups.named: no"));

        assertThat(scenario.workload().bucketBytes()).isEqualTo(3 << 19);
        assertThat(scenario.workload().forwardNanos()).isEqualTo(800_000);
        assertThat(scenario.fabric().networkBytesPerSecond()).isEqualTo(50_000_000_000L);
        assertThat(scenario.shape().namedCommunicators()).isFalse();
    }

    @Test
    void readsEveryKindOfFault() {
        Scenario scenario = ScenarioFile.parse(
                "faults",
                List.of(
                        "fault: late-rank rank=5 from=2 to=9 factor=1.5",
                        "fault: late-host rank=6 delay=20ms",
                        "fault: slow-link node=1 link=nvlink factor=0.5",
                        "fault: slow-link rail=2 factor=0.5",
                        "fault: slow-link rank=4 held=receiver factor=0.5",
                        "fault: hang rank=3 group=DP operation=1 from=4",
                        "fault: crash node=0 from=7"));

        assertThat(scenario.faults())
                .containsExactly(
                        new Fault.LateRank(5, 2, 9, 1.5),
                        new Fault.LateHost(6, 0, Fault.EVER, 20_000_000),
                        new Fault.SlowLink(new Fault.Place.OfNode(1), Fault.Link.NVLINK, 0, Fault.EVER, 0.5),
                        new Fault.SlowLink(new Fault.Place.OfRail(2), Fault.Link.NETWORK, 0, Fault.EVER, 0.5),
                        new Fault.SlowLink(
                                new Fault.Place.OfRank(4),
                                Fault.Link.NETWORK,
                                Fault.Holder.RECEIVER,
                                0,
                                Fault.EVER,
                                0.5),
                        new Fault.Stop(Fault.Form.HANG, 3, Role.DATA, 1, 4),
                        new Fault.Crash(0, 7));
    }

    @Test
    void tellsAllProblemsAtOnce() {
        List<String> lines = List.of(
                "speed: 3",
                "steps: many",
                "seed: 1",
                "seed: 2",
                "nonsense",
                "groups.tensor: 3",
                "fault: late-rank rank=99 colour=red",
                "fault: slow-link factor=0.5",
                "fault: slow-link rail=1 held=sender",
                "fault: slow-link rank=1 rail=1",
                "fault: gremlin");

        InvalidConfigException refused =
                catchThrowableOfType(InvalidConfigException.class, () -> ScenarioFile.parse("bad", lines));

        assertThat(refused.problems())
                .containsExactlyInAnyOrder(
                        "line 4: seed stands twice",
                        "line 5: expected 'key: value', not 'nonsense'",
                        "steps: 'many' is not a number from 1 to 100000000",
                        "fault late-rank: colour: unknown key",
                        "fault slow-link: needs either rank, node or rail",
                        "fault slow-link: held by sender or receiver needs a rank and link=network",
                        "fault slow-link: needs either rank, node or rail",
                        "fault gremlin: no such kind; late-rank, late-host, late-node, slow-trend, slow-link,"
                                + " slow-channel, hang, mismatched-function, mismatched-size, gpu-stall, stuck-transfer,"
                                + " crash, kill or stuck-setup",
                        "speed: unknown key",
                        "groups: tensor 3 x pipeline 1 does not divide 16 ranks");
    }

    @Test
    void readsWhatDevicesTell() {
        Scenario scenario = ScenarioFile.parse(
                "a", List.of("hardware: xid rank=3 from=20", "hardware: flapping-nic rank=9 from=5"));

        assertThat(scenario.symptoms())
                .containsExactly(
                        new Symptom(Symptom.Kind.XID, 3, 20, 79), new Symptom(Symptom.Kind.FLAPPING_NIC, 9, 5, 0));
        assertThat(scenario.symptoms().stream().map(symptom -> symptom.device(8)))
                .containsExactly("gpu3", "mlx5_1:1");
    }

    @Test
    void refusesDevicesThatAreNotThere() {
        InvalidConfigException refused = catchThrowableOfType(
                InvalidConfigException.class,
                () -> ScenarioFile.parse("bad", List.of("hardware: gremlin rank=1", "hardware: xmit-wait rank=99")));

        assertThat(refused.problems())
                .contains("hardware xmit-wait: there is no rank 99")
                .anyMatch(problem -> problem.startsWith("hardware gremlin: no such kind; one of flapping-nic, "));
    }
}
