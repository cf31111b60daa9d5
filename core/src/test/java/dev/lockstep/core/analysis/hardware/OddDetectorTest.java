// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import static dev.lockstep.core.analysis.hardware.WatchedHardware.gpu;
import static dev.lockstep.core.analysis.hardware.WatchedHardware.nic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import dev.lockstep.core.feed.ProcessLife;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OddDetectorTest {
    private static final HardwareFact USUAL = nic(0, Kind.FIRMWARE, 1, "28.39");
    private static final HardwareFact OLD = nic(0, Kind.FIRMWARE, 1, "28.38");

    private final WatchedHardware watched = new WatchedHardware();

    private void tell(HardwareFact first, HardwareFact... others) {
        watched.tells("node-0", first);
        for (int i = 0; i < others.length; i++) {
            watched.tells("node-" + (i + 1), others[i]);
        }
    }

    private List<Finding> odd() {
        return watched.found(FindingKind.ODD_HARDWARE);
    }

    @Test
    void namesTheDeviceWithAnotherFirmware() {
        tell(OLD, USUAL, USUAL, USUAL);

        assertThat(odd()).singleElement().satisfies(finding -> {
            assertThat(finding.culprits()).containsExactly(HardwareFindings.device("node-0", "mlx5_0:1"));
            assertThat(finding.severity()).isEqualTo(Severity.P2);
            assertThat(finding.evidence().facts())
                    .containsExactly("mlx5_0:1 of node-0: firmware 28.38, on 3 of 4 nodes 28.39");
        });
    }

    @Test
    void saysNothingWhereNoMajorityIsClear() {
        tell(OLD, USUAL);
        assertThat(odd()).as("two nodes").isEmpty();

        tell(OLD, USUAL, OLD, USUAL);
        assertThat(odd()).as("half and half").isEmpty();

        tell(OLD, USUAL, OLD, USUAL, USUAL, USUAL);
        assertThat(odd()).as("a third is no oddity but a fleet in change").isEmpty();
    }

    @Test
    void comparesTheSameDeviceOfEachNode() {
        HardwareFact[] storage = {USUAL, nic(8, Kind.FIRMWARE, 1, "22.41")};
        IntStream.range(0, 4).forEach(node -> watched.tells("node-" + node, storage));

        assertThat(odd()).as("each node has a NIC of another make").isEmpty();
    }

    @Test
    void namesTheNodeWhereSeveralOfItsDevicesDiffer() {
        watched.tells(
                "node-0",
                gpu(0, Kind.DRIVER, 1, "570"),
                gpu(1, Kind.FIRMWARE, 1, "96.00"),
                gpu(0, Kind.FIRMWARE, 1, "96.00"));
        for (int node = 1; node < 4; node++) {
            watched.tells(
                    "node-" + node,
                    gpu(0, Kind.DRIVER, 1, "580"),
                    gpu(1, Kind.FIRMWARE, 1, "96.99"),
                    gpu(0, Kind.FIRMWARE, 1, "96.99"));
        }

        assertThat(odd()).singleElement().satisfies(finding -> {
            assertThat(finding.culprits()).containsExactly(Entity.ofNode("node-0"));
            assertThat(finding.evidence().facts())
                    .contains("node-0: driver of the GPUs 570, on 3 of 4 nodes 580")
                    .hasSize(3);
        });
    }

    @Test
    void seesAMissingNicAndAnotherNccl() {
        HardwareFact second = nic(1, Kind.FIRMWARE, 1, "28.39");
        watched.tells("node-0", "2.27.7", ProcessLife.RUNNING, USUAL);
        IntStream.range(1, 4).forEach(node -> watched.tells("node-" + node, USUAL, second));

        assertThat(odd())
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence().facts())
                        .containsExactly(
                                "node-0: NCCL 2.27.7, on 3 of 4 nodes 2.28.3", "node-0: NICs 1, on 3 of 4 nodes 2"));
    }

    @Test
    void seesLanesThatOneDeviceLostAndNotThoseThatAllLack() {
        tell(nic(0, Kind.PCIE_NARROW, 8, "16"), USUAL, USUAL, USUAL);
        assertThat(odd())
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence().facts())
                        .containsExactly(
                                "mlx5_0:1 of node-0: PCIe lanes 8 of 16, on 3 of 4 nodes as many as both ends have"));

        HardwareFact narrow = nic(0, Kind.PCIE_NARROW, 8, "16");
        tell(narrow, narrow, narrow, narrow);
        assertThat(odd()).isEmpty();
    }

    @Test
    void takesAnNvLinkForNoDeviceOfItsOwn() {
        HardwareFact link = new HardwareFact("gpu0/nvlink5", OptionalInt.of(0), Kind.FIRMWARE, 1, "570");
        watched.tells("node-0", gpu(0, Kind.FIRMWARE, 1, "96"), link);
        IntStream.range(1, 4).forEach(node -> watched.tells("node-" + node, gpu(0, Kind.FIRMWARE, 1, "96")));

        assertThat(odd()).isEmpty();
    }

    @Test
    void endsWithTheJob() {
        tell(OLD, USUAL, USUAL, USUAL);
        assertThat(odd()).hasSize(1);

        IntStream.range(0, 4).forEach(node -> watched.tells("node-" + node, "2.28.3", ProcessLife.ENDED));

        assertThat(odd()).isEmpty();
    }
}
