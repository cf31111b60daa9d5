// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

/// What a training step computes and moves.
///
/// @param layers layers of one pipeline stage
/// @param microbatches microbatches of a step
/// @param sequenceParallel tensor groups use AllGather and ReduceScatter instead of AllReduce
/// @param activationBytes what one layer's tensor-parallel operation or one pipeline transfer moves
/// @param gradientBytes gradients of one rank
/// @param bucketBytes gradients are reduced in buckets of this size
/// @param bucketsPerGroup buckets that are launched inside one NCCL group
/// @param shardedOptimizer data groups use ReduceScatter and AllGather instead of AllReduce
/// @param overlapReduction buckets are reduced on a stream of their own beside the last backward
/// pass
/// @param expertBytes what one rank sends in one AlltoAll of its expert group
/// @param warmUpBroadcasts Broadcasts of parameters before the first step
/// @param forwardNanos one layer's forward pass of one microbatch; a backward pass takes twice that
/// @param computeNoise relative standard deviation of every computation
public record Workload(
        int layers,
        int microbatches,
        boolean sequenceParallel,
        long activationBytes,
        long gradientBytes,
        long bucketBytes,
        int bucketsPerGroup,
        boolean shardedOptimizer,
        boolean overlapReduction,
        long expertBytes,
        int warmUpBroadcasts,
        long forwardNanos,
        double computeNoise) {
    /// Buckets of one reduction of all gradients.
    public int buckets() {
        return Math.toIntExact(Math.ceilDiv(gradientBytes, bucketBytes));
    }

    /// Size of bucket `index`; the last one has the rest.
    public long bucketBytes(int index) {
        return Math.min(bucketBytes, gradientBytes - index * bucketBytes);
    }
}
