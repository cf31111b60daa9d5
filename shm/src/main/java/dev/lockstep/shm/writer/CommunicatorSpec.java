// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.writer;

/// A communicator as a rank of it sees it.
public record CommunicatorSpec(
        long hash,
        String name,
        int ranks,
        int nodes,
        int commRank,
        int cudaDevice,
        String pciBusId,
        long createdMonotonicNanos) {
    /// Unnamed, on one node, on the process' first device, of which neither PCI bus id nor UUID is known.
    public static CommunicatorSpec of(long hash, int ranks, int commRank) {
        return new CommunicatorSpec(hash, "", ranks, 1, commRank, 0, "", 0);
    }

    /// The same under a name.
    public CommunicatorSpec named(String text) {
        return new CommunicatorSpec(hash, text, ranks, nodes, commRank, cudaDevice, pciBusId, createdMonotonicNanos);
    }

    /// The same over that many nodes.
    public CommunicatorSpec over(int nodeCount) {
        return new CommunicatorSpec(
                hash, name, ranks, nodeCount, commRank, cudaDevice, pciBusId, createdMonotonicNanos);
    }

    /// The same on a device.
    public CommunicatorSpec on(int device, String busId) {
        return new CommunicatorSpec(hash, name, ranks, nodes, commRank, device, busId, createdMonotonicNanos);
    }

    /// The same, created at another moment.
    public CommunicatorSpec createdAt(long monotonicNanos) {
        return new CommunicatorSpec(hash, name, ranks, nodes, commRank, cudaDevice, pciBusId, monotonicNanos);
    }
}
