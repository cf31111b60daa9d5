// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.List;

/// All that is known of one communicator of one process at a moment. `busyNanos` is the union of
/// the spans of its
/// operations on the GPU clock; `ended` says that it was finalized.
public record CommunicatorSnapshot(
        CommunicatorIdentity identity,
        List<OperationSeries> series,
        List<OperationInFlight> inFlight,
        List<ChannelCounters> channels,
        List<KernelPhases> phases,
        long busyNanos,
        boolean ended,
        LastOrdinals ordinals) {
    public CommunicatorSnapshot {
        series = List.copyOf(series);
        inFlight = List.copyOf(inFlight);
        channels = List.copyOf(channels);
        phases = List.copyOf(phases);
    }

    /// One of which nobody tells how far it has come.
    public CommunicatorSnapshot(
            CommunicatorIdentity identity,
            List<OperationSeries> series,
            List<OperationInFlight> inFlight,
            List<ChannelCounters> channels,
            List<KernelPhases> phases,
            long busyNanos,
            boolean ended) {
        this(identity, series, inFlight, channels, phases, busyNanos, ended, LastOrdinals.UNKNOWN);
    }

    /// One of whose kernels no phases are known, as of nearly all.
    public CommunicatorSnapshot(
            CommunicatorIdentity identity,
            List<OperationSeries> series,
            List<OperationInFlight> inFlight,
            List<ChannelCounters> channels,
            long busyNanos,
            boolean ended) {
        this(identity, series, inFlight, channels, List.of(), busyNanos, ended);
    }
}
