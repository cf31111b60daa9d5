// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.model.GpuIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class HardwareTest {
    private static final long SECOND = 1_000_000_000L;
    private static final List<String> NODES = List.of("node-a", "node-b", "node-c");

    private final Hardware hardware = new Hardware();
    private long now = SECOND;

    private void tells(String node, HardwareFact... facts) {
        hardware.accept(new NodeFeed(node, "agent", 1, 0, 0, 0, List.of(), Map.of(), List.of(facts)), now);
    }

    private static HardwareFact gpu(int gpu, Kind kind, long value, String text) {
        return new HardwareFact("gpu" + gpu, OptionalInt.of(gpu), kind, value, text);
    }

    private static HardwareFact nic(Kind kind, long value, String text) {
        return new HardwareFact("mlx5_0:1", OptionalInt.empty(), kind, value, text);
    }

    /// GPU 3 of node-a comes late.
    private static Finding late() {
        return new Finding(
                FindingKind.STRAGGLER_GPU,
                new JobKey("4711", "1"),
                List.of(Entity.ofRank(
                        3,
                        Optional.of("node-a"),
                        Optional.of(new GpuIdentity(OptionalInt.of(3), Optional.empty(), Optional.empty())))),
                Severity.P1,
                0.8,
                0,
                0.2,
                "of a step",
                new Evidence("c0", "AllReduce", OptionalLong.empty(), 10, 1, Map.of(), List.of("It comes late.")),
                "Look at it.");
    }

    private List<String> facts() {
        return hardware.weigh(late(), NODES, now).evidence().facts();
    }

    @Test
    void tellsThatTheCulpritIsThrottled() {
        tells("node-a", gpu(3, Kind.THROTTLED, 1, "hardware_thermal"), gpu(4, Kind.THROTTLED, 1, "power_brake"));

        Finding weighed = hardware.weigh(late(), NODES, now);

        assertThat(weighed.evidence().facts())
                .containsExactly("It comes late.", "gpu3 of node-a is throttled: hardware_thermal");
        assertThat(weighed.confidence()).isEqualTo(0.9);
        assertThat(weighed.culprits()).isEqualTo(late().culprits());
    }

    private static HardwareFact told(String job, long value) {
        return new HardwareFact(
                HardwareFact.JOB + job,
                OptionalInt.empty(),
                Kind.JOB_ERROR,
                value,
                "net.completion_error retry_exc_err");
    }

    @Test
    void tellsOfErrorsInLogsOfThatJobAndBlamesNobodyForThem() {
        tells("node-a", nic(Kind.FIRMWARE, 1, "28.43"));
        now += SECOND;
        tells("node-a", told("4711", 2), told("4712", 9), told("", 1));

        assertThat(facts())
                .containsExactly(
                        "It comes late.",
                        "a log or RAS on node-a told of net.completion_error retry_exc_err 2 times in the last five"
                                + " minutes",
                        "a log or RAS on node-a told of net.completion_error retry_exc_err 1 time in the last five"
                                + " minutes");
        assertThat(hardware.weigh(late(), NODES, now).confidence()).isEqualTo(0.8);
    }

    @Test
    void tellsOfAnXidThatCameWhileItWatched() {
        tells("node-a", gpu(3, Kind.FAULT, 2, "xid 63"));
        assertThat(facts()).as("it may be months old").containsExactly("It comes late.");

        now += 5 * SECOND;
        tells("node-a", gpu(3, Kind.FAULT, 2, "xid 63"), gpu(3, Kind.FAULT, 1, "xid 48"));

        assertThat(facts())
                .contains("gpu3 of node-a reported Xid 48 in the last five minutes")
                .hasSize(2);
    }

    @Test
    void forgetsWhatHappenedLongAgo() {
        tells("node-a", nic(Kind.LINK_DOWNS, 1, ""));
        now += 5 * SECOND;
        tells("node-a", nic(Kind.LINK_DOWNS, 3, ""));
        assertThat(facts()).contains("mlx5_0:1 of node-a went down 2 times in the last five minutes");

        now += 400 * SECOND;
        tells("node-a", nic(Kind.LINK_DOWNS, 3, ""));

        assertThat(facts()).containsExactly("It comes late.");
    }

    @Test
    void saysNothingOfRetriesThatEverybodyHas() {
        NODES.forEach(node -> tells(node, nic(Kind.LINK_ERRORS, 0, "")));
        now += 5 * SECOND;
        NODES.forEach(node -> tells(node, nic(Kind.LINK_ERRORS, 500, "")));
        assertThat(facts()).containsExactly("It comes late.");

        now += 5 * SECOND;
        tells("node-a", nic(Kind.LINK_ERRORS, 9_000, ""));

        assertThat(facts())
                .contains("mlx5_0:1 of node-a had 9000 errors and retries in the last five minutes, its peers 500");
    }

    @Test
    void comparesVersionsWithThoseThatAllPeersShare() {
        tells("node-a", nic(Kind.FIRMWARE, 1, "28.38"));
        tells("node-b", nic(Kind.FIRMWARE, 1, "28.39"));
        assertThat(facts()).as("one peer decides nothing").hasSize(1);

        tells("node-c", nic(Kind.FIRMWARE, 1, "28.39"));

        assertThat(facts()).contains("mlx5_0:1 of node-a has firmware 28.38, its peers 28.39");
        assertThat(hardware.weigh(late(), NODES, now).confidence())
                .as("it may be right all the same")
                .isEqualTo(late().confidence());
    }

    @Test
    void tellsOfAPcieLinkThatLostLanes() {
        tells("node-a", gpu(3, Kind.PCIE_NARROW, 8, "16"));

        assertThat(facts()).contains("gpu3 of node-a has 8 PCIe lanes of 16");
    }

    @Test
    void leavesAFindingAloneWhereNothingIsKnown() {
        assertThat(hardware.weigh(late(), NODES, now)).isEqualTo(late());
    }

    @Test
    void takesACounterThatBeganAnewForNoGrowth() {
        tells("node-a", nic(Kind.LINK_ERRORS, 5_000, ""));
        now += 5 * SECOND;
        tells("node-a", nic(Kind.LINK_ERRORS, 3, ""));

        assertThat(facts()).containsExactly("It comes late.");
    }
}
