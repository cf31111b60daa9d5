// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.simulator.hardware.FakeNode.Begun;
import dev.lockstep.simulator.scenario.Symptom;
import dev.lockstep.simulator.scenario.Symptom.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node of two GPUs; the symptoms are those of rank 3, whose devices are the second ones.
class FakeNodeTest {
    private static final String PORT = "class/infiniband/mlx5_1/ports/1/";

    @TempDir
    private Path folder;

    private FakeNode node;

    @BeforeEach
    void make() throws IOException {
        node = FakeNode.make(folder, 2);
    }

    private void tell(long seconds, Kind kind) throws IOException {
        node.tell(100 + seconds, List.of(new Begun(new Symptom(kind, 3, 0, 79), seconds)));
    }

    private String read(String path) throws IOException {
        return Files.readString(node.sysfs().resolve(path)).strip();
    }

    private long count(String path) throws IOException {
        return Long.parseLong(read(PORT + path));
    }

    @Test
    void showsGpusAndNicsAsTheKernelDoes() throws IOException {
        assertThat(read("bus/pci/devices/0000:1b:00.0/class")).isEqualTo("0x030200");
        assertThat(read("bus/pci/devices/0000:43:00.0/current_link_width")).isEqualTo("16");
        assertThat(read("class/infiniband/mlx5_1/device/max_link_width")).isEqualTo("16");
        assertThat(node.sysfs().resolve("class/infiniband/mlx5_0/device/driver").toRealPath())
                .endsWithRaw(Path.of("bus/pci/drivers/mlx5_core"));
        assertThat(read(PORT + "state")).isEqualTo("4: ACTIVE");
    }

    @Test
    void aPortGoesDownAndUp() throws IOException {
        long before = count("counters/link_downed");

        tell(0, Kind.FLAPPING_NIC);
        assertThat(read(PORT + "state")).isEqualTo("1: DOWN");
        assertThat(count("counters/link_downed")).isEqualTo(before + 1);

        tell(1, Kind.FLAPPING_NIC);
        assertThat(read(PORT + "state")).isEqualTo("4: ACTIVE");
        tell(4, Kind.FLAPPING_NIC);
        assertThat(count("counters/link_downed")).isEqualTo(before + 2);
        assertThat(read("class/infiniband/mlx5_0/ports/1/state")).isEqualTo("4: ACTIVE");
    }

    @Test
    void packetsAreLostAndSymbolsMended() throws IOException {
        long before = count("hw_counters/out_of_sequence");

        tell(9, Kind.LOSSY_LINK);

        assertThat(count("hw_counters/out_of_sequence")).isGreaterThan(before + 100);
        assertThat(count("counters/symbol_error")).isEqualTo(before);
        tell(9, Kind.DAMAGED_SYMBOLS);
        assertThat(count("counters/symbol_error")).isGreaterThan(before + 100);
    }

    @Test
    void countersBeginAnew() throws IOException {
        node.tell(100, List.of());
        long moved = count("counters/port_xmit_data");

        tell(1, Kind.COUNTER_RESET);

        assertThat(count("counters/port_xmit_data")).isLessThan(moved);
        assertThat(count("hw_counters/out_of_sequence")).isZero();
    }

    @Test
    void aSlotLosesLanesAndAFirmwareIsOld() throws IOException {
        tell(1, Kind.PCIE_DOWNGRADE);
        tell(1, Kind.ODD_FIRMWARE);
        tell(1, Kind.NARROW_GPU);

        assertThat(read("bus/pci/devices/0000:43:00.0/current_link_width")).isEqualTo("4");
        assertThat(read("bus/pci/devices/0000:1b:00.0/current_link_width")).isEqualTo("16");
        assertThat(read("class/infiniband/mlx5_1/device/current_link_width")).isEqualTo("4");
        assertThat(read("class/infiniband/mlx5_1/fw_ver")).isNotEqualTo(read("class/infiniband/mlx5_0/fw_ver"));
    }

    @Test
    void theKernelSaysAnXidOnce() throws IOException {
        tell(1, Kind.XID);
        tell(2, Kind.XID);

        assertThat(Files.readAllLines(node.kernelLog()))
                .containsExactly("[10101.000000] NVRM: Xid (PCI:0000:43:00): 79, pid='<unknown>', name=<unknown>");
    }
}
