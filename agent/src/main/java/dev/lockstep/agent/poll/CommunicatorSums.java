// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.KernelPhases;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Standing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Adds the counters of two lives of one communicator.
final class CommunicatorSums {
    private CommunicatorSums() {}

    /// `newer` with the counters of `older` added; identity and operations in flight are those of `newer`.
    static CommunicatorSnapshot sum(CommunicatorSnapshot newer, CommunicatorSnapshot older) {
        return new CommunicatorSnapshot(
                newer.identity(),
                series(newer.series(), older.series()),
                newer.inFlight(),
                channels(newer.channels(), older.channels()),
                phases(newer.phases(), older.phases()),
                newer.busyNanos() + older.busyNanos(),
                newer.ended(),
                newer.ordinals(),
                connections(newer.connections(), older.connections()));
    }

    static CommunicatorSnapshot withoutInFlight(CommunicatorSnapshot of) {
        return new CommunicatorSnapshot(
                of.identity(),
                of.series(),
                List.of(),
                of.channels(),
                of.phases(),
                of.busyNanos(),
                true,
                of.ordinals(),
                of.connections().stream()
                        .map(each -> each.with(Standing.NOTHING))
                        .toList());
    }

    private static List<OperationSeries> series(List<OperationSeries> a, List<OperationSeries> b) {
        Map<SeriesKey, OperationSeries> byKey = new LinkedHashMap<>();
        a.forEach(one -> byKey.merge(one.key(), one, OperationSeries::plus));
        b.forEach(one -> byKey.merge(one.key(), one, OperationSeries::plus));
        return new ArrayList<>(byKey.values());
    }

    private static List<KernelPhases> phases(List<KernelPhases> a, List<KernelPhases> b) {
        Map<String, KernelPhases> byKernel = new LinkedHashMap<>();
        a.forEach(one -> byKernel.merge(one.function() + " " + one.kernel(), one, KernelPhases::plus));
        b.forEach(one -> byKernel.merge(one.function() + " " + one.kernel(), one, KernelPhases::plus));
        return new ArrayList<>(byKernel.values());
    }

    private static List<ConnectionCounters> connections(List<ConnectionCounters> a, List<ConnectionCounters> b) {
        Map<ConnectionKey, ConnectionCounters> byKey = new TreeMap<>();
        a.forEach(one -> byKey.merge(one.key(), one, ConnectionCounters::plus));
        b.forEach(one -> byKey.merge(one.key(), one.with(Standing.NOTHING), ConnectionCounters::plus));
        return new ArrayList<>(byKey.values());
    }

    private static List<ChannelCounters> channels(List<ChannelCounters> a, List<ChannelCounters> b) {
        Map<Integer, ChannelCounters> byChannel = new TreeMap<>();
        a.forEach(one -> byChannel.merge(one.channel(), one, ChannelCounters::plus));
        b.forEach(one -> byChannel.merge(one.channel(), one, ChannelCounters::plus));
        return new ArrayList<>(byChannel.values());
    }
}
