// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.CommunicatorSnapshot.LastOrdinals;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What was told of one communicator in all.
final class ToldCommunicator {
    /// Readings for which one that is not listed stays known, so that it does not begin anew when it comes back.
    private static final int UNLISTED_MAX = 120;

    private CommunicatorIdentity identity;
    private final Map<SeriesKey, ToldSeries> series = new HashMap<>();
    private final Map<Integer, ChannelCounters> channels = new TreeMap<>();
    private final ToldConnections connections = new ToldConnections();
    private List<ChannelCounters> channelsSeen = List.of();
    private long busyNanos;
    private int unlisted;

    ToldCommunicator(CommunicatorIdentity identity) {
        this.identity = identity;
    }

    /// One of which an agent before this one told so much.
    static ToldCommunicator of(CommunicatorFeed total) {
        ToldCommunicator told = new ToldCommunicator(total.identity());
        total.series().forEach(each -> told.series.put(each.key(), ToldSeries.of(each)));
        total.channels().forEach(each -> told.channels.put(each.channel(), each));
        told.connections.take(total.connections());
        told.busyNanos = total.busyNanos();
        return told;
    }

    /// Before each reading.
    void beginReading() {
        unlisted++;
    }

    boolean isForgotten() {
        return unlisted > UNLISTED_MAX;
    }

    /// It is listed; what is new of it is not told this time.
    void keep() {
        unlisted = 0;
    }

    /// What is new, which counts as told from now on.
    CommunicatorFeed tell(CommunicatorSnapshot now, List<OperationColumns> operations) {
        unlisted = 0;
        identity = now.identity();
        long moreBusy = Math.max(0, now.busyNanos() - busyNanos);
        busyNanos += moreBusy;
        return new CommunicatorFeed(
                identity,
                now.ended(),
                progress(now),
                oldest(now.inFlight()),
                tellSeries(now.series()),
                tellChannels(now.channels()),
                connections.tell(now.connections()),
                operations,
                moreBusy);
    }

    private static Progress progress(CommunicatorSnapshot now) {
        LastOrdinals last = now.ordinals();
        return new Progress(
                last.enqueued(), last.started(), last.finished(), now.inFlight().size());
    }

    private static List<OperationInFlight> oldest(List<OperationInFlight> inFlight) {
        if (inFlight.size() <= CommunicatorFeed.IN_FLIGHT_MAX) {
            return inFlight;
        }
        return inFlight.stream()
                .sorted(Comparator.comparingLong(OperationInFlight::ageNanos)
                        .reversed()
                        .thenComparingLong(OperationInFlight::ordinal))
                .limit(CommunicatorFeed.IN_FLIGHT_MAX)
                .toList();
    }

    private List<SeriesDelta> tellSeries(List<OperationSeries> all) {
        List<SeriesDelta> deltas = new ArrayList<>();
        for (OperationSeries each : all) {
            ToldSeries told = series.computeIfAbsent(each.key(), ToldSeries::new);
            if (!told.isUnchanged(each)) {
                told.tell(each).ifPresent(deltas::add);
            }
        }
        return deltas;
    }

    @SuppressWarnings("ReferenceEquality") // Equal lists that are not the same are looked at, and tell nothing.
    private List<ChannelCounters> tellChannels(List<ChannelCounters> all) {
        if (all == channelsSeen) {
            return List.of();
        }
        channelsSeen = all;
        List<ChannelCounters> deltas = new ArrayList<>(all.size());
        for (ChannelCounters now : all) {
            ChannelCounters told = channels.getOrDefault(now.channel(), ChannelCounters.silent(now.channel()));
            ChannelCounters more = since(told, now);
            if (more.operations() != 0) {
                deltas.add(more);
                channels.put(now.channel(), told.plus(more));
            }
        }
        return deltas;
    }

    private static ChannelCounters since(ChannelCounters told, ChannelCounters now) {
        return new ChannelCounters(
                now.channel(),
                Math.max(0, now.operations() - told.operations()),
                Math.max(0, now.startLagNanos() - told.startLagNanos()),
                Math.max(0, now.stopLagNanos() - told.stopLagNanos()),
                Math.max(0, now.busyNanos() - told.busyNanos()));
    }

    /// All that was told of it, in the form of a batch that tells it at once.
    CommunicatorFeed total() {
        return new CommunicatorFeed(
                identity,
                false,
                Progress.NONE,
                List.of(),
                series.values().stream().map(ToldSeries::total).toList(),
                List.copyOf(channels.values()),
                connections.total(),
                List.of(),
                busyNanos);
    }
}
