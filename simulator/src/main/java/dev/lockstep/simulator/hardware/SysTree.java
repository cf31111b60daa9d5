// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.hardware;

import dev.lockstep.simulator.dcgm.SimulatedGpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Objects;

/// The part of a node's sysfs that shows GPUs, the NIC beside each, and their PCIe links. A value is replaced at once,
/// so that nobody reads half of one.
final class SysTree {
    static final String FIRMWARE = "28.39.3004";
    private static final String SPEED = "32.0 GT/s PCIe";
    private static final String LANES = "16";

    private final Path root;
    private final int gpus;

    private SysTree(Path root, int gpus) {
        this.root = root;
        this.gpus = gpus;
    }

    static SysTree make(Path root, int gpus) throws IOException {
        SysTree tree = new SysTree(root, gpus);
        for (int index = 0; index < gpus; index++) {
            tree.makeGpu(index);
            tree.makeNic(index);
        }
        return tree;
    }

    Path root() {
        return root;
    }

    int gpus() {
        return gpus;
    }

    /// `0000:1b:00.0`, as the kernel writes what DCGM calls `00000000:1B:00.0`.
    private static String busId(int index) {
        return SimulatedGpu.of(0, index).pciBusId().substring(4).toLowerCase(Locale.ROOT);
    }

    private static String bridge(int index) {
        String busId = busId(index);
        return "devices/pci" + busId.substring(0, 7) + "/" + busId.substring(0, 8) + "1f.0";
    }

    static String gpu(int index) {
        return bridge(index) + "/" + busId(index);
    }

    /// The NIC is on the bus behind the GPU's.
    static String nic(int index) {
        String busId = busId(index);
        int bus = Integer.parseInt(busId.substring(5, 7), 16);
        return bridge(index) + "/%s%02x:00.0".formatted(busId.substring(0, 5), bus + 1);
    }

    static String infiniband(int index) {
        return nic(index) + "/infiniband/mlx5_" + index;
    }

    static String port(int index) {
        return infiniband(index) + "/ports/1";
    }

    private void makeGpu(int index) throws IOException {
        write(bridge(index) + "/max_link_speed", SPEED);
        write(bridge(index) + "/max_link_width", LANES);
        makePcie(gpu(index), "nvidia");
        write(gpu(index) + "/class", "0x030200");
        write(gpu(index) + "/vendor", "0x10de");
        link("bus/pci/devices/" + busId(index), gpu(index));
    }

    private void makeNic(int index) throws IOException {
        makePcie(nic(index), "mlx5_core");
        link("class/infiniband/mlx5_" + index, infiniband(index));
        link(infiniband(index) + "/device", nic(index));
        write(infiniband(index) + "/fw_ver", FIRMWARE);
        write(infiniband(index) + "/hca_type", "MT4129");
        write(infiniband(index) + "/board_id", "MT_0000000838");
        write(port(index) + "/link_layer", "InfiniBand");
        write(port(index) + "/rate", "400 Gb/sec (4X NDR)");
    }

    private void makePcie(String device, String driver) throws IOException {
        for (String which : new String[] {"current", "max"}) {
            write(device + "/" + which + "_link_speed", SPEED);
            write(device + "/" + which + "_link_width", LANES);
        }
        write("bus/pci/drivers/" + driver + "/module", driver);
        link(device + "/driver", "bus/pci/drivers/" + driver);
    }

    void write(String path, String value) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Path whole = Files.writeString(root.resolve("new"), value + "\n");
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void link(String path, String target) throws IOException {
        Path link = root.resolve(path);
        Path folder = Objects.requireNonNull(link.getParent());
        Files.createDirectories(folder);
        Files.createSymbolicLink(link, folder.relativize(root.resolve(target)));
    }
}
