// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

/// How one channel of a communicator behaved against the others of the same operations. Start lag is behind the
/// operation's first channel start, stop lag ahead of its last channel stop; all sums in nanoseconds.
public record ChannelCounters(int channel, long operations, long startLagNanos, long stopLagNanos, long busyNanos) {
    /// Number of the channel into which all those are folded that are not shown one by one; NCCL's end at 63.
    public static final int OTHER = 255;

    /// Nothing yet, of channel `channel`.
    public static ChannelCounters silent(int channel) {
        return new ChannelCounters(channel, 0, 0, 0, 0);
    }

    /// Both together, under the number of this one.
    public ChannelCounters plus(ChannelCounters that) {
        return new ChannelCounters(
                channel,
                operations + that.operations,
                startLagNanos + that.startLagNanos,
                stopLagNanos + that.stopLagNanos,
                busyNanos + that.busyNanos);
    }

    /// Its number, or `other`: the value of the label `channel`.
    public String label() {
        return channel == OTHER ? "other" : Integer.toString(channel);
    }
}
