// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import dev.lockstep.core.model.connection.ConnectionCounters;
import java.util.List;
import java.util.OptionalLong;

/// All that is known of one communicator of one process at a moment. `busyNanos` is the union of the spans of
/// its operations on the GPU clock; `ended` says that it was finalized.
public record CommunicatorSnapshot(
        CommunicatorIdentity identity,
        List<OperationSeries> series,
        List<OperationInFlight> inFlight,
        List<ChannelCounters> channels,
        List<KernelPhases> phases,
        long busyNanos,
        boolean ended,
        LastOrdinals ordinals,
        List<ConnectionCounters> connections) {
    public CommunicatorSnapshot {
        series = List.copyOf(series);
        inFlight = List.copyOf(inFlight);
        channels = List.copyOf(channels);
        phases = List.copyOf(phases);
        connections = List.copyOf(connections);
    }

    /// One of whose kernels no phases are known, and which has no connections.
    public CommunicatorSnapshot(
            CommunicatorIdentity identity,
            List<OperationSeries> series,
            List<OperationInFlight> inFlight,
            List<ChannelCounters> channels,
            long busyNanos,
            boolean ended) {
        this(identity, series, inFlight, channels, List.of(), busyNanos, ended, LastOrdinals.UNKNOWN, List.of());
    }

    /// How far a rank has come in a communicator: ordinals of the operations that it enqueued, started and
    /// finished last, over all functions. Each is absent before the first one, and where nobody tells.
    public record LastOrdinals(OptionalLong enqueued, OptionalLong started, OptionalLong finished) {
        /// Nothing is known.
        public static final LastOrdinals UNKNOWN =
                new LastOrdinals(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
    }
}
