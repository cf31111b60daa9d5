// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

/// When one channel of a group's kernel began and ended, in true time.
///
/// @param stopNanos absent (-1) if it never ended
public record ChannelStamp(int channel, long startNanos, long stopNanos) {
    static final long NEVER = -1;

    /// Whether the channel ended.
    public boolean isStopped() {
        return stopNanos != NEVER;
    }
}
