// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

/// How one channel of a communicator behaved against the others of the same operations. Start lag
/// is behind the
/// operation's first channel start, stop lag ahead of its last channel stop; all sums in
/// nanoseconds.
public record ChannelCounters(int channel, long operations, long startLagNanos, long stopLagNanos, long busyNanos) {}
