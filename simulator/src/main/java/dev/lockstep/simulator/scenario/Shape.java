// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

/// How many nodes and GPUs there are and how the ranks are split into groups. The data groups take
/// what tensor and pipeline groups leave; expert groups divide the data groups.
///
/// @param namedCommunicators whether communicators carry a name, as with `ncclConfig.commName`
public record Shape(int nodes, int gpusPerNode, int tensor, int pipeline, int expert, boolean namedCommunicators) {
    /// Ranks of a simulated cluster at most.
    public static final int RANKS_MAX = 16_384;

    /// GPUs of the cluster, one rank each.
    public int ranks() {
        return nodes * gpusPerNode;
    }

    /// Ranks of a data group.
    public int data() {
        return ranks() / (tensor * pipeline);
    }
}
