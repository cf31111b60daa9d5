// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.connection.ConnectionCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads communicators, counting what all of a batch may hold together.
final class CommunicatorDecoder {
    /// What an entry takes at least: one byte a field.
    private static final int IN_FLIGHT_BYTES = 12;

    private static final int SERIES_BYTES = 9;
    private static final int CHANNEL_BYTES = 5;

    private final StringsReader strings;
    private final ColumnsDecoder columns;
    private int communicatorsLeft = WireLimits.COMMUNICATORS_MAX;
    private int seriesLeft = WireLimits.SERIES_MAX;

    /// What of a communicator does not lie in lists.
    private record State(boolean ended, Progress progress, long busyNanos) {}

    CommunicatorDecoder(StringsReader strings) {
        this.strings = strings;
        this.columns = new ColumnsDecoder(strings);
    }

    CommunicatorFeed read(WireReader in) throws WireException {
        if (--communicatorsLeft < 0) {
            throw new WireException(
                    WireException.Reason.OVER_LIMIT, "more than " + WireLimits.COMMUNICATORS_MAX + " communicators");
        }
        @Nullable CommunicatorIdentity identity = null;
        State state = new State(false, Progress.NONE, 0);
        List<OperationInFlight> inFlight = List.of();
        List<SeriesDelta> series = List.of();
        List<ChannelCounters> channels = List.of();
        List<ConnectionCounters> connections = List.of();
        List<OperationColumns> operations = new ArrayList<>();
        for (int type = in.nextSection(); type != 0; type = in.nextSection()) {
            WireReader inside = in.section();
            switch (type) {
                case WireLayout.COMMUNICATOR_IDENTITY -> identity = identity(inside);
                case WireLayout.PROGRESS -> state = state(inside);
                case WireLayout.IN_FLIGHT -> inFlight = inFlight(inside);
                case WireLayout.SERIES -> series = series(inside);
                case WireLayout.CHANNELS -> channels = channels(inside);
                case WireLayout.CONNECTIONS -> connections = ConnectionsCoder.read(inside);
                case WireLayout.OPERATIONS -> operations.add(columns.read(inside));
                default -> {} // Of a later minor version.
            }
        }
        if (identity == null) {
            throw WireException.malformed("a communicator without identity");
        }
        return new CommunicatorFeed(
                identity,
                state.ended(),
                state.progress(),
                inFlight,
                series,
                channels,
                connections,
                operations,
                state.busyNanos());
    }

    private CommunicatorIdentity identity(WireReader in) throws WireException {
        return new CommunicatorIdentity(
                strings.required(in, "communicator id"),
                in.small("ordinal of a communicator"),
                strings.required(in, "communicator name"),
                in.optionalInt("communicator rank"),
                in.optionalInt("ranks"),
                in.optionalInt("nodes"),
                in.optionalInt("world rank"),
                gpu(in));
    }

    private Optional<GpuIdentity> gpu(WireReader in) throws WireException {
        if (in.uint8() == 0) {
            return Optional.empty();
        }
        return Optional.of(new GpuIdentity(in.optionalInt("GPU index"), strings.optional(in), strings.optional(in)));
    }

    private static State state(WireReader in) throws WireException {
        boolean ended = in.uint8() != 0;
        Progress progress = new Progress(
                in.optionalLong(), in.optionalLong(), in.optionalLong(), number(in, "operations in flight"));
        return new State(ended, progress, in.count("busy time"));
    }

    private static int number(WireReader in, String what) throws WireException {
        return in.entries(Integer.MAX_VALUE, 0, what);
    }

    private List<OperationInFlight> inFlight(WireReader in) throws WireException {
        int count = in.entries(WireLimits.IN_FLIGHT_MAX, IN_FLIGHT_BYTES, "operations in flight");
        List<OperationInFlight> operations = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            operations.add(new OperationInFlight(
                    key(in),
                    in.zigzag(),
                    in.optionalLong(),
                    in.optionalInt("peer"),
                    in.count("size"),
                    in.count("age"),
                    number(in, "channels started"),
                    number(in, "channels stopped")));
        }
        return operations;
    }

    private SeriesKey key(WireReader in) throws WireException {
        return new SeriesKey(
                NcclFunction.of(strings.required(in, "function")),
                strings.required(in, "algorithm"),
                strings.required(in, "protocol"),
                WireCodes.sizeClass(in.uint8()),
                WireCodes.kind(in.uint8()));
    }

    private List<SeriesDelta> series(WireReader in) throws WireException {
        int count = in.entries(seriesLeft, SERIES_BYTES, "series of a batch");
        seriesLeft -= count;
        List<SeriesDelta> deltas = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            deltas.add(new SeriesDelta(
                    key(in), in.count("calls"), in.count("bytes"), in.count("timed calls"), in.count("duration")));
        }
        return deltas;
    }

    private static List<ChannelCounters> channels(WireReader in) throws WireException {
        int count = in.entries(WireLimits.CHANNELS_MAX, CHANNEL_BYTES, "channels");
        List<ChannelCounters> channels = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            channels.add(new ChannelCounters(
                    in.uint8(),
                    in.count("operations"),
                    in.count("start lag"),
                    in.count("stop lag"),
                    in.count("busy time")));
        }
        return channels;
    }
}
