// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import static dev.lockstep.core.analysis.hardware.WatchedHardware.gpu;
import static dev.lockstep.core.analysis.hardware.WatchedHardware.nic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class WearDetectorTest {
    private final WatchedHardware watched = new WatchedHardware();

    private List<Finding> worn() {
        return watched.found(FindingKind.HARDWARE_WEARING);
    }

    /// The first NIC of node-a counts like this from reading to reading, the others like that.
    private void count(Kind kind, int readings, LongUnaryOperator first, LongUnaryOperator others) {
        for (long i = 0; i < readings; i++) {
            long other = others.applyAsLong(i);
            watched.tells("node-a", nic(0, kind, first.applyAsLong(i), ""), nic(1, kind, other, ""));
            watched.tells("node-b", nic(0, kind, other, ""), nic(1, kind, other, ""));
            watched.pass(5);
        }
    }

    @Test
    void namesTheLinkWhoseRetriesRise() {
        count(Kind.LINK_ERRORS, 10, i -> 20 * i, i -> 0);

        assertThat(worn()).singleElement().satisfies(finding -> {
            assertThat(finding.culprits()).containsExactly(HardwareFindings.device("node-a", "mlx5_0:1"));
            assertThat(finding.severity()).isEqualTo(Severity.P2);
            assertThat(finding.evidence().facts())
                    .containsExactly(
                            "mlx5_0:1 of node-a had 180 errors and retries in the last five minutes, its peers 0");
        });
    }

    @Test
    void namesTheLinkThatMendsEverMoreSymbols() {
        count(Kind.LINK_MENDED, 10, i -> 50 * i, i -> i);

        assertThat(worn()).hasSize(1);
    }

    @Test
    void saysNothingOfRetriesThatEverybodyHas() {
        count(Kind.LINK_ERRORS, 10, i -> 90 * i, i -> 60 * i);

        assertThat(worn()).isEmpty();
    }

    @Test
    void takesACounterThatBeginsAnewForNoGrowth() {
        count(Kind.LINK_ERRORS, 10, i -> i < 5 ? 100_000 : 3, i -> 0);

        assertThat(worn()).isEmpty();
    }

    @Test
    void saysNothingOfOneBurst() {
        count(Kind.LINK_ERRORS, 10, i -> i < 5 ? 0 : 4_000, i -> 0);

        assertThat(worn()).isEmpty();
    }

    @Test
    void saysNothingWithoutPeersToCompareWith() {
        for (int i = 0; i < 10; i++) {
            watched.tells("node-a", nic(0, Kind.LINK_ERRORS, 50L * i, ""));
            watched.pass(5);
        }

        assertThat(worn()).isEmpty();
    }

    @Test
    void warnsOfAGpuWhoseMemoryIsToBeMended() {
        watched.tells("node-a", gpu(3, Kind.ROW_REMAP, 1, ""), gpu(4, Kind.ECC_UNCORRECTED, 2, ""));

        assertThat(worn()).singleElement().satisfies(finding -> {
            assertThat(finding.culprits()).containsExactly(HardwareFindings.device("node-a", "gpu3"));
            assertThat(finding.evidence().facts()).containsExactly("gpu3 of node-a has a memory row to be replaced");
        });

        watched.pass(5);
        watched.tells("node-a", gpu(4, Kind.ECC_UNCORRECTED, 3, ""));
        assertThat(worn())
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.culprits()).containsExactly(HardwareFindings.device("node-a", "gpu4")));
    }

    @Test
    void saysNothingOfAnXidOfAProgramThatWasKilled() {
        watched.tells("node-a");
        HardwareFact killed = gpu(3, Kind.FAULT, 1, "xid 45");
        watched.tells("node-a", gpu(2, Kind.ECC_UNCORRECTED, 0, ""));
        watched.pass(5);
        watched.tells("node-a", killed, gpu(2, Kind.ECC_UNCORRECTED, 0, ""));

        assertThat(worn()).isEmpty();
    }

    @Test
    void warnsOfALinkThatFlapsAndNotOfOneThatWentDownOnce() {
        count(Kind.LINK_DOWNS, 4, i -> i < 2 ? 0 : 1, i -> 0);
        assertThat(worn()).isEmpty();

        count(Kind.LINK_DOWNS, 2, i -> 2, i -> 0);
        assertThat(worn()).hasSize(1);
    }
}
