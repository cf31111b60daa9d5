// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import java.util.Arrays;
import java.util.Optional;

/// What goes wrong in the simulated job after ten seconds, by the name that `--fault` takes; each has a scenario file
/// beside this class.
public enum DemoFault {
    /// Nothing does.
    NONE("none", "healthy.scenario"),
    /// One GPU computes half as fast.
    STRAGGLER("straggler", "late-rank.scenario"),
    /// One rank never enters an operation that its peers wait in.
    HANG("hang", "hang.scenario"),
    /// The network path of one rank loses most of its bandwidth.
    SLOW_LINK("slow-link", "slow-link.scenario"),
    /// The processes of one node are killed.
    CRASH("crash", "crash.scenario"),
    /// One rank enters another function than its peers.
    MISMATCH("mismatch", "mismatch.scenario"),
    /// A NIC goes down and up again and again, and its rank's path is slow.
    FLAPPING_NIC("flapping-nic", "flapping-nic.scenario"),
    /// A NIC loses packets, and its rank's path is slow.
    LOSSY_LINK("lossy-link", "lossy-link.scenario"),
    /// A NIC has a quarter of its PCIe lanes, and its rank's path is slow.
    PCIE_DOWNGRADE("pcie-downgrade", "pcie-downgrade.scenario"),
    /// Heat holds a GPU back.
    THROTTLED_GPU("throttled-gpu", "throttled-gpu.scenario"),
    /// All NICs of one number are slow, as behind one switch.
    SLOW_RAIL("slow-rail", "slow-rail.scenario"),
    /// NVLinks of a GPU send data again, and its path inside the node is slow.
    NVLINK_DEGRADED("nvlink-degraded", "nvlink-degraded.scenario"),
    /// A network path is slow because a GPU makes late what it sends.
    SLOW_EDGE_SENDER("slow-edge-sender", "slow-edge-sender.scenario"),
    /// A network path is slow because of the wire.
    SLOW_EDGE_WIRE("slow-edge-wire", "slow-edge-wire.scenario"),
    /// A network path is slow because the receiver's host gives room late.
    SLOW_EDGE_RECEIVER("slow-edge-receiver", "slow-edge-receiver.scenario"),
    /// A NIC has another firmware than its peers, and nobody is slow.
    ODD_FIRMWARE("odd-firmware", "odd-firmware.scenario"),
    /// A GPU falls off the bus, and starts nothing any more.
    XID_HANG("xid-hang", "xid-hang.scenario");

    /// What the simulator calls a straggler.
    private static final String LATE_RANK = "late-rank";

    private final String word;
    private final String resource;

    DemoFault(String word, String resource) {
        this.word = word;
        this.resource = resource;
    }

    /// By its word; `late-rank` is another one for `straggler`.
    public static Optional<DemoFault> of(String word) {
        String known = word.equals(LATE_RANK) ? STRAGGLER.word : word;
        return Arrays.stream(values()).filter(fault -> fault.word.equals(known)).findFirst();
    }

    String resource() {
        return resource;
    }

    @Override
    public String toString() {
        return word;
    }
}
