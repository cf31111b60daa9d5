// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import dev.lockstep.simulator.timeline.ChannelSpans;
import dev.lockstep.simulator.timeline.GpuClock;
import dev.lockstep.simulator.timeline.Operations;

/// What all communicators of one rank share when they tell of operations.
///
/// @param hostNanos what the clock of the rank's node showed when the job started
/// @param sampling the k that single operations are kept by
/// @param spans scratch
record OperationTelling(Operations operations, GpuClock clock, long hostNanos, int sampling, ChannelSpans spans) {
    OperationTelling(Operations operations, GpuClock clock, long hostNanos, int sampling) {
        this(operations, clock, hostNanos, sampling, new ChannelSpans());
    }
}
