// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import dev.lockstep.simulator.timeline.ChannelStamp;
import dev.lockstep.simulator.timeline.OperationRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A group between the application thread, which fills in the handles of its operations, and the
/// progress thread, which then sees its channels. Handed over through a queue.
final class PlayedGroup {
    /// What a progress thread sees: a channel of an operation begins or ends.
    ///
    /// @param slot numbers the channels of all operations of the group
    record Sight(long trueNanos, boolean stops, int slot, int operation, int channel) {}

    private final List<OperationRun> operations;
    private final long[] handles;
    private final boolean showsSelf;

    /// @param showsSelf whether Send and Recv to oneself have channel events
    PlayedGroup(List<OperationRun> operations, boolean showsSelf) {
        this.operations = List.copyOf(operations);
        this.showsSelf = showsSelf;
        this.handles = new long[operations.size()];
    }

    List<OperationRun> operations() {
        return operations;
    }

    void setHandle(int operation, long handle) {
        handles[operation] = handle;
    }

    long handle(int operation) {
        return handles[operation];
    }

    /// All sights in the order of time; at one moment ends come first.
    List<Sight> sights() {
        List<Sight> sights = new ArrayList<>();
        int slot = 0;
        for (int i = 0; i < operations.size(); i++) {
            for (ChannelStamp stamp : stamps(operations.get(i))) {
                sights.add(new Sight(stamp.startNanos(), false, slot, i, stamp.channel()));
                if (stamp.isStopped()) {
                    sights.add(new Sight(stamp.stopNanos(), true, slot, i, stamp.channel()));
                }
                slot++;
            }
        }
        sights.sort(Comparator.comparingLong(Sight::trueNanos)
                .thenComparing(sight -> !sight.stops())
                .thenComparingInt(Sight::slot));
        return sights;
    }

    private List<ChannelStamp> stamps(OperationRun operation) {
        return showsSelf && operation.isToSelf() ? operation.selfStamps() : operation.stamps();
    }
}
