// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.hardware.FakeTree;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkSignal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The fake /sys of testdata/node-a: a NIC of each driver, Ethernet, two GPUs.
class NicSourceTest {
    private static final String PORT = "class/infiniband/mlx5_0/ports/1/";

    @TempDir
    private Path directory;

    private FakeTree sys;
    private NicSource source;

    @BeforeEach
    void unpack() throws IOException {
        String root = System.getProperty("lockstep.root");
        Path testdata = (root == null ? Path.of("..") : Path.of(root)).resolve("testdata/node-a/sys.tree");
        sys = FakeTree.unpack(testdata, directory.resolve("sys"));
        source = new NicSource(sys.root());
    }

    private Map<String, DeviceLink> links() {
        Reading.Fresh fresh = (Reading.Fresh) source.read(Instant.EPOCH);
        return fresh.devices().links().stream()
                .collect(Collectors.toMap(link -> link.kind().label() + " " + link.device(), Function.identity()));
    }

    private DeviceLink link(String name) {
        return Objects.requireNonNull(links().get(name), name);
    }

    @Test
    void knowsEachKindOfPort() {
        assertThat(links().keySet())
                .containsExactlyInAnyOrder(
                        "ib mlx5_0:1",
                        "roce mlx5_1:1",
                        "efa rdmap16s27:1",
                        "opa hfi1_0:1",
                        "roce irdma0:1",
                        "roce bnxt_re0:1",
                        "ethernet eth1",
                        "ethernet eth2",
                        "ethernet eth3",
                        "ethernet bond0",
                        "pcie mlx5_0",
                        "pcie mlx5_1",
                        "pcie hfi1_0",
                        "pcie irdma0",
                        "pcie bnxt_re0",
                        "pcie gpu0",
                        "pcie gpu1");
    }

    @Test
    void readsStateRateAndCountersOfAPort() {
        DeviceLink port = link("ib mlx5_0:1");

        assertThat(port.rate().isUp()).contains(true);
        assertThat(port.rate().bytesPerSecond()).hasValue(50e9);
        assertThat(port.rate().lanes()).hasValue(4);
        assertThat(port.totals().bytes().sent()).hasValue(2_000_000_000L);
        assertThat(port.totals().bytes().received()).hasValue(1_000_000_000L);
        assertThat(port.totals().packets().sent()).hasValue(2_000_000L);
        assertThat(port.totals().of(LinkError.SYMBOL)).isEqualTo(3);
        assertThat(port.totals().of(LinkError.OUT_OF_SEQUENCE)).isEqualTo(9);
        assertThat(port.totals().signals()).containsEntry(LinkSignal.XMIT_WAIT, 77L);
        assertThat(port.identity())
                .isEqualTo(new DeviceLink.Identity(
                        Optional.of("0000:1a:00.0"),
                        Optional.of("mlx5_core"),
                        Optional.of("28.39.3004"),
                        Optional.of("MT_0000000838"),
                        Optional.of("ib0")));
    }

    @Test
    void takesTheDriversBytesWhereThePortHasNone() {
        assertThat(link("efa rdmap16s27:1").totals().bytes().sent()).hasValue(2000);
        assertThat(link("roce irdma0:1").totals().bytes().received()).hasValue(4000);
        assertThat(link("roce bnxt_re0:1").totals().of(LinkError.TIMEOUT)).isEqualTo(1);
    }

    @Test
    void leavesOutWhatHasNoValue() {
        DeviceLink port = link("opa hfi1_0:1");

        assertThat(port.totals().errors()).isEmpty();
        assertThat(port.totals().bytes().sent()).isEmpty();
        assertThat(port.rate().isUp()).contains(true);
    }

    @Test
    void saysNoRateOfAPortThatIsDown() {
        assertThat(link("roce mlx5_1:1").rate().isUp()).contains(false);
        assertThat(link("roce mlx5_1:1").rate().bytesPerSecond()).isEmpty();
        assertThat(link("ethernet eth1").totals().of(LinkError.DOWN)).isEqualTo(3);
        assertThat(link("ethernet eth3").rate().bytesPerSecond()).isEmpty();
    }

    @Test
    void seesANarrowedLinkOfPciAndItsErrors() {
        DeviceLink link = link("pcie mlx5_1");

        assertThat(link.rate().isNarrowed()).isTrue();
        assertThat(link.totals().of(LinkError.RECEIVE)).isEqualTo(5);
        assertThat(link.totals().of(LinkError.LOCAL)).isEqualTo(1);
        assertThat(link("pcie gpu1").rate().isNarrowed()).isFalse();
        assertThat(link("pcie gpu1").rate().bytesPerSecond()).hasValue(4e9);
        assertThat(link("pcie gpu1").gpu()).hasValue(1);
    }

    @Test
    void doesNotBlameASlotThatIsSlowerThanItsCard() throws IOException {
        sys.file("devices/pci0000:15/0000:15:01.0/max_link_width", "8");

        assertThat(link("pcie mlx5_1").rate().isNarrowed()).isFalse();
    }

    @Test
    void countsOnAfterAReset() throws IOException {
        links();
        sys.file(PORT + "counters/symbol_error", "1");

        assertThat(link("ib mlx5_0:1").totals().of(LinkError.SYMBOL)).isEqualTo(4);
        assertThat(link("ib mlx5_0:1").totals().resets()).isEqualTo(1);
    }

    @Test
    void isAbsentOnALaptop() throws IOException {
        Path bare = FakeTree.in(directory.resolve("bare"))
                .file("class/net/lo/type", "772")
                .root();

        assertThat(new NicSource(bare).read(Instant.EPOCH)).isInstanceOf(Reading.Absent.class);
        assertThat(new NicSource(bare.resolve("none")).read(Instant.EPOCH)).isInstanceOf(Reading.Absent.class);
    }
}
