// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.topology;

/// Where each rank stands: its node and its coordinates in the groups, in Megatron's order (tensor
/// ranks are neighbours, then data, then pipeline stages).
public record RankLayout(int ranks, int gpusPerNode, int tensor, int data, int pipeline, int expert) {
    /// The node of a rank.
    public int node(int rank) {
        return rank / gpusPerNode;
    }

    /// The GPU of a rank, counted in its node.
    public int localRank(int rank) {
        return rank % gpusPerNode;
    }

    /// How many nodes there are.
    public int nodes() {
        return ranks / gpusPerNode;
    }

    int tensorIndex(int rank) {
        return rank % tensor;
    }

    int dataIndex(int rank) {
        return rank / tensor % data;
    }

    /// Pipeline stage of a rank.
    public int stage(int rank) {
        return rank / (tensor * data);
    }

    int rankAt(int tensorIndex, int dataIndex, int stage) {
        return tensorIndex + tensor * (dataIndex + data * stage);
    }
}
