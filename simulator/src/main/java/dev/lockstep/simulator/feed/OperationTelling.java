// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import dev.lockstep.simulator.network.NetworkPlan;
import dev.lockstep.simulator.timeline.ChannelSpans;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.GpuClock;
import dev.lockstep.simulator.timeline.Operations;

/// What all communicators of one rank share when they tell of operations.
///
/// @param hostNanos what the clock of the rank's node showed when the job started
/// @param network what goes between nodes
/// @param spans scratch
record OperationTelling(
        Operations operations,
        NetworkPlan network,
        GpuClock clock,
        long hostNanos,
        FeedSettings settings,
        ChannelSpans spans) {
    OperationTelling(Cluster cluster, GpuClock clock, long hostNanos, FeedSettings settings) {
        this(new Operations(cluster), new NetworkPlan(cluster), clock, hostNanos, settings, new ChannelSpans());
    }

    int sampling() {
        return settings.sampling();
    }
}
