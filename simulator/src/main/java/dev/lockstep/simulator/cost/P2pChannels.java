// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.cost;

/// On which channels a Send or Recv runs: a base per round with its bits reversed, then one channel
/// a part, so ids are usually far above the number of parts.
public final class P2pChannels {
    /// Rounds that share a batch, and with it their channels, where several nodes take part.
    private static final int ROUNDS_PER_BATCH = 8;

    private P2pChannels() {}

    /// First channel of a round: the distance from sender to receiver in the communicator.
    ///
    /// @param channels Send and Recv channels of the communicator, a power of two
    public static int first(int round, int channels, int ranksPerNode, int nodes) {
        return reverse(base(round, ranksPerNode, nodes) % channels, channels);
    }

    private static int base(int round, int ranksPerNode, int nodes) {
        if (nodes == 1) {
            return round;
        }
        int nodeDelta = round / ranksPerNode;
        int localDelta = round % ranksPerNode;
        return nodeDelta * Math.ceilDiv(ranksPerNode, ROUNDS_PER_BATCH) + localDelta / ROUNDS_PER_BATCH;
    }

    private static int reverse(int value, int channels) {
        int width = Integer.numberOfTrailingZeros(channels);
        return width == 0 ? 0 : Integer.reverse(value) >>> (Integer.SIZE - width);
    }
}
