// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.SeriesKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one series of one rank gained between two snapshots of its node.
record SeriesWindow(
        String node,
        CommunicatorIdentity communicator,
        SeriesKey key,
        long calls,
        long sizeBytes,
        DurationHistogram durations) {

    private record Place(long processId, String id, int hashOrdinal, int commRank, SeriesKey key) {}

    /// Every series of the node that has been called at all; with nothing seen before, since its
    /// start.
    static List<SeriesWindow> of(DemoNode node) {
        Map<Place, OperationSeries> before = new HashMap<>();
        for (ProcessSnapshot process : node.before()) {
            for (CommunicatorSnapshot communicator : process.communicators()) {
                for (OperationSeries series : communicator.series()) {
                    before.put(place(process, communicator, series), series);
                }
            }
        }
        List<SeriesWindow> windows = new ArrayList<>();
        for (ProcessSnapshot process : node.now()) {
            for (CommunicatorSnapshot communicator : process.communicators()) {
                for (OperationSeries series : communicator.series()) {
                    OperationSeries earlier = before.get(place(process, communicator, series));
                    windows.add(gained(node.name(), communicator.identity(), series, earlier));
                }
            }
        }
        return windows;
    }

    /// Bytes on the bus by nccl-tests' factor per second inside the collective, waits included; 0
    /// without a timing.
    double apparentBusBytesPerSecond() {
        if (durations.sumNanos() == 0 || calls == 0) {
            return 0;
        }
        double factor = key.function().busFactor(communicator.ranks().orElse(0));
        double timedShare = (double) durations.count() / calls;
        return sizeBytes * timedShare * factor / (durations.sumNanos() / 1e9);
    }

    private static SeriesWindow gained(
            String node, CommunicatorIdentity communicator, OperationSeries now, @Nullable OperationSeries earlier) {
        if (earlier == null) {
            return new SeriesWindow(node, communicator, now.key(), now.calls(), now.sizeBytes(), now.durations());
        }
        return new SeriesWindow(
                node,
                communicator,
                now.key(),
                now.calls() - earlier.calls(),
                now.sizeBytes() - earlier.sizeBytes(),
                now.durations().minus(earlier.durations()));
    }

    private static Place place(ProcessSnapshot process, CommunicatorSnapshot communicator, OperationSeries series) {
        CommunicatorIdentity identity = communicator.identity();
        return new Place(
                process.identity().processId(),
                identity.id(),
                identity.hashOrdinal(),
                identity.commRank().orElse(-1),
                series.key());
    }
}
