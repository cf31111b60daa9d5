// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.SeriesKey;
import java.util.List;
import java.util.Optional;

/// Writes communicators, counting what all of a batch may hold together.
final class CommunicatorEncoder {
    private final WireWriter out;
    private final StringsWriter strings;
    private final ColumnsEncoder columns;
    private int communicators;
    private int series;

    CommunicatorEncoder(WireWriter out, StringsWriter strings) {
        this.out = out;
        this.strings = strings;
        this.columns = new ColumnsEncoder(out, strings);
    }

    void write(CommunicatorFeed communicator) {
        FeedEncoder.checkLimit(++communicators, WireLimits.COMMUNICATORS_MAX, "communicators");
        int begun = out.begin(WireLayout.COMMUNICATOR);
        identity(communicator.identity());
        progress(communicator);
        inFlight(communicator.inFlight());
        series(communicator.series());
        channels(communicator.channels());
        ConnectionsCoder.write(out, communicator.connections());
        for (OperationColumns each : communicator.operations()) {
            columns.write(each);
        }
        out.end(begun);
    }

    private void identity(CommunicatorIdentity identity) {
        int begun = out.begin(WireLayout.COMMUNICATOR_IDENTITY);
        out.varint(strings.numberOf(identity.id()));
        out.zigzag(identity.hashOrdinal());
        out.varint(strings.numberOf(identity.name()));
        out.optional(identity.commRank());
        out.optional(identity.ranks());
        out.optional(identity.nodes());
        out.optional(identity.worldRank());
        gpu(identity.gpu());
        out.end(begun);
    }

    private void gpu(Optional<GpuIdentity> gpu) {
        out.uint8(gpu.isPresent() ? 1 : 0);
        if (gpu.isPresent()) {
            out.optional(gpu.get().index());
            out.varint(strings.numberOf(gpu.get().uuid()));
            out.varint(strings.numberOf(gpu.get().pciBusId()));
        }
    }

    private void progress(CommunicatorFeed communicator) {
        Progress progress = communicator.progress();
        int begun = out.begin(WireLayout.PROGRESS);
        out.uint8(communicator.ended() ? 1 : 0);
        out.optional(progress.enqueued());
        out.optional(progress.started());
        out.optional(progress.finished());
        out.count(progress.inFlight(), "operations in flight");
        out.count(communicator.busyNanos(), "busy time");
        out.end(begun);
    }

    private void inFlight(List<OperationInFlight> operations) {
        if (operations.isEmpty()) {
            return;
        }
        FeedEncoder.checkLimit(operations.size(), WireLimits.IN_FLIGHT_MAX, "operations in flight");
        int begun = out.begin(WireLayout.IN_FLIGHT);
        out.varint(operations.size());
        for (OperationInFlight operation : operations) {
            key(operation.key());
            out.zigzag(operation.ordinal());
            out.optional(operation.sequence());
            out.optional(operation.peer());
            out.count(operation.sizeBytes(), "size");
            out.count(operation.ageNanos(), "age");
            out.count(operation.channelsStarted(), "channels started");
            out.count(operation.channelsStopped(), "channels stopped");
        }
        out.end(begun);
    }

    private void key(SeriesKey key) {
        out.varint(strings.numberOf(key.function().ncclName()));
        out.varint(strings.numberOf(key.algorithm()));
        out.varint(strings.numberOf(key.protocol()));
        out.uint8(key.sizeClass().exponent());
        out.uint8(WireCodes.of(key.kind()));
    }

    private void series(List<SeriesDelta> deltas) {
        if (deltas.isEmpty()) {
            return;
        }
        series += deltas.size();
        FeedEncoder.checkLimit(series, WireLimits.SERIES_MAX, "series");
        int begun = out.begin(WireLayout.SERIES);
        out.varint(deltas.size());
        for (SeriesDelta delta : deltas) {
            key(delta.key());
            out.count(delta.calls(), "calls");
            out.count(delta.sizeBytes(), "bytes");
            out.count(delta.timedCalls(), "timed calls");
            out.count(delta.durationNanos(), "duration");
        }
        out.end(begun);
    }

    private void channels(List<ChannelCounters> channels) {
        if (channels.isEmpty()) {
            return;
        }
        FeedEncoder.checkLimit(channels.size(), WireLimits.CHANNELS_MAX, "channels");
        int begun = out.begin(WireLayout.CHANNELS);
        out.varint(channels.size());
        for (ChannelCounters channel : channels) {
            out.uint8(channel.channel());
            out.count(channel.operations(), "operations");
            out.count(channel.startLagNanos(), "start lag");
            out.count(channel.stopLagNanos(), "stop lag");
            out.count(channel.busyNanos(), "busy time");
        }
        out.end(begun);
    }
}
