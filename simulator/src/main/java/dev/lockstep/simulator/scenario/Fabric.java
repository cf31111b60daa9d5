// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

/// Links and what NCCL makes of them.
///
/// @param nvlinkBytesPerSecond bus bandwidth inside a node
/// @param networkBytesPerSecond bandwidth of one GPU's network path; every GPU has its own
/// @param nvlinkLatencyNanos one hop inside a node
/// @param networkLatencyNanos one hop between nodes
/// @param nvls whether the switches reduce inside a node (NVLink SHARP)
/// @param collnet whether the network reduces (SHARP)
/// @param channels channels of a communicator at most
/// @param p2pChannels channels for Send and Recv of a communicator, a power of two
/// @param transferNoise relative standard deviation of every transfer
public record Fabric(
        long nvlinkBytesPerSecond,
        long networkBytesPerSecond,
        long nvlinkLatencyNanos,
        long networkLatencyNanos,
        boolean nvls,
        boolean collnet,
        int channels,
        int p2pChannels,
        double transferNoise) {}
