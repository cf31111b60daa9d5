// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.cost;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.scenario.Fabric;
import dev.lockstep.simulator.topology.Communicator;

/// Algorithm, protocol and channels by function, size and topology: the usual outcome of NCCL's
/// tuning on nodes with NVLink switches, not its arithmetic.
public final class Tuning {
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long BYTES_PER_CHANNEL = 64 * KIB;

    private final Fabric fabric;

    public Tuning(Fabric fabric) {
        this.fabric = fabric;
    }

    /// The choice for one operation.
    ///
    /// @param sizeBytes as nccl-tests count it
    public Choice choose(NcclFunction function, long sizeBytes, Communicator communicator) {
        return switch (function) {
            case ALL_REDUCE -> allReduce(sizeBytes, communicator);
            case ALL_GATHER, REDUCE_SCATTER -> gathering(sizeBytes, communicator);
            case SEND, RECV -> new Choice("", "", parts(sizeBytes), true);
            case BROADCAST, REDUCE, ALL_TO_ALL, GATHER, SCATTER, OTHER -> ring(sizeBytes);
        };
    }

    private Choice allReduce(long bytes, Communicator communicator) {
        if (communicator.nodes() == 1) {
            return bytes >= 4 * MIB && hasNvls(communicator) ? nvls("NVLS", true) : ring(bytes);
        }
        if (bytes <= 64 * KIB) {
            return tree(Choice.LL, bytes);
        }
        if (bytes <= 4 * MIB) {
            return tree(Choice.LL128, bytes);
        }
        if (fabric.collnet()) {
            return new Choice(
                    communicator.ranksPerNode() > 1 ? "COLLNET_DIRECT" : "COLLNET_CHAIN",
                    Choice.SIMPLE,
                    fabric.channels(),
                    false);
        }
        return hasNvls(communicator) ? nvls("NVLS_TREE", false) : ring(bytes);
    }

    private Choice gathering(long bytes, Communicator communicator) {
        if (communicator.nodes() == 1) {
            return bytes >= 16 * MIB && hasNvls(communicator) ? nvls("NVLS", true) : ring(bytes);
        }
        boolean oneRankANode = communicator.nodes() == communicator.ranks();
        if (oneRankANode && bytes <= MIB) {
            return new Choice("PAT", Choice.SIMPLE, channels(bytes), true);
        }
        return ring(bytes);
    }

    private boolean hasNvls(Communicator communicator) {
        return fabric.nvls() && communicator.ranksPerNode() > 2;
    }

    private Choice nvls(String algorithm, boolean told) {
        return new Choice(algorithm, Choice.SIMPLE, fabric.channels(), told);
    }

    private Choice tree(String protocol, long bytes) {
        return new Choice("TREE", protocol, channels(bytes), true);
    }

    private Choice ring(long bytes) {
        String protocol = bytes <= 32 * KIB ? Choice.LL : bytes < 4 * MIB ? Choice.LL128 : Choice.SIMPLE;
        return new Choice("RING", protocol, channels(bytes), true);
    }

    private int channels(long bytes) {
        return (int) Math.clamp(Math.ceilDiv(bytes, BYTES_PER_CHANNEL), 1L, fabric.channels());
    }

    /// Channels of one Send or Recv.
    private int parts(long bytes) {
        int parts = bytes < 64 * KIB ? 1 : bytes < MIB ? 2 : 4;
        return Math.min(parts, fabric.p2pChannels());
    }
}
