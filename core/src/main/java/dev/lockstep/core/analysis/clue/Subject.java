// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Whom or what a clue is about. Only what the input said is present; world ranks and ranks in a group are never mixed.
///
/// @param rank world rank
/// @param groupRank rank in {@code group}
/// @param host as printed
/// @param pid process
/// @param gpu index of the device as the process counts (CUDA device)
/// @param pci address of the GPU, with its domain: `0000:b3:00`
/// @param device NIC, HCA or port: `mlx5_0:1`
/// @param group communicator id (`0x9c1d22ab7750ef01`) or name of a process group
/// @param peer address of the other end, without its port if the port is a passing one
public record Subject(
        OptionalInt rank,
        OptionalInt groupRank,
        Optional<String> host,
        OptionalLong pid,
        OptionalInt gpu,
        Optional<String> pci,
        Optional<String> device,
        Optional<String> group,
        Optional<String> peer) {
    /// Nothing is known.
    public static final Subject NONE = new Subject(
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /// A rank of the job.
    public static Subject ofRank(int rank) {
        return NONE.withRank(rank);
    }

    /// A machine.
    public static Subject ofHost(String host) {
        return NONE.withHost(host);
    }

    /// The same with a world rank.
    public Subject withRank(int value) {
        return new Subject(OptionalInt.of(value), groupRank, host, pid, gpu, pci, device, group, peer);
    }

    /// The same with a rank in its group.
    public Subject withGroupRank(int value) {
        return new Subject(rank, OptionalInt.of(value), host, pid, gpu, pci, device, group, peer);
    }

    /// The same with a host.
    public Subject withHost(String value) {
        return new Subject(rank, groupRank, Optional.of(value), pid, gpu, pci, device, group, peer);
    }

    /// The same with a process.
    public Subject withPid(long value) {
        return new Subject(rank, groupRank, host, OptionalLong.of(value), gpu, pci, device, group, peer);
    }

    /// The same with a device index.
    public Subject withGpu(int value) {
        return new Subject(rank, groupRank, host, pid, OptionalInt.of(value), pci, device, group, peer);
    }

    /// The same with the GPU's address.
    public Subject withPci(String value) {
        return new Subject(rank, groupRank, host, pid, gpu, Optional.of(value), device, group, peer);
    }

    /// The same with a NIC, HCA or port.
    public Subject withDevice(String value) {
        return new Subject(rank, groupRank, host, pid, gpu, pci, Optional.of(value), group, peer);
    }

    /// The same with a communicator or process group.
    public Subject withGroup(String value) {
        return new Subject(rank, groupRank, host, pid, gpu, pci, device, Optional.of(value), peer);
    }

    /// The same with the other end's address.
    public Subject withPeer(String value) {
        return new Subject(rank, groupRank, host, pid, gpu, pci, device, group, Optional.of(value));
    }

    /// `rank 7, node02, pid 1650386, GPU 3`.
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        rank.ifPresent(value -> parts.add("rank " + value));
        if (rank.isEmpty()) {
            groupRank.ifPresent(value -> parts.add("group rank " + value));
        }
        host.ifPresent(parts::add);
        device.ifPresent(parts::add);
        pid.ifPresent(value -> parts.add("pid " + value));
        gpu.ifPresent(value -> parts.add("GPU " + value));
        pci.ifPresent(value -> parts.add("PCI " + value));
        group.ifPresent(value -> parts.add("group " + value));
        return parts.isEmpty() ? "unknown" : String.join(", ", parts);
    }
}
