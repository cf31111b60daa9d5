// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.cost;

/// How long an operation moves data once everybody is there.
///
/// @param nanos of the slowest channel
/// @param healthyNanos of the channels that do not cross the slow rail; the same where none is slow
/// @param slowRail channels whose number leaves this remainder are slow, -1 if all are alike
/// @param rails rails the channels are spread over
public record Transfer(long nanos, long healthyNanos, int slowRail, int rails) {
    static Transfer even(long nanos) {
        return new Transfer(nanos, nanos, -1, 1);
    }

    /// How much earlier than the slowest one a channel is done.
    public long earlyNanos(int channel) {
        return slowRail < 0 || channel % rails == slowRail ? 0 : nanos - healthyNanos;
    }

    /// Both at once on the same links: the slower shape, the sum of the times.
    public Transfer plus(Transfer that) {
        Transfer shape = slowRail >= 0 ? this : that;
        return new Transfer(nanos + that.nanos, healthyNanos + that.healthyNanos, shape.slowRail, shape.rails);
    }

    /// The same, `factor` times as long.
    public Transfer times(double factor) {
        return new Transfer(Math.round(nanos * factor), Math.round(healthyNanos * factor), slowRail, rails);
    }
}
