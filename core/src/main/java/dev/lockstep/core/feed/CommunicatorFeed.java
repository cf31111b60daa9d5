// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.connection.ConnectionCounters;
import java.util.List;

/// One communicator of one process, seen from its rank, since the batch before.
///
/// @param ended it was freed
/// @param inFlight the oldest operations that are enqueued and not done, at most {@link #IN_FLIGHT_MAX}
/// @param series what was counted, of everything
/// @param channels what the channels did, of everything
/// @param operations single operations, of the sample
/// @param connections what went over the network, of everything; what is not listed is as before, with nothing under
/// way
/// @param busyNanos union of the spans of its operations, of everything
public record CommunicatorFeed(
        CommunicatorIdentity identity,
        boolean ended,
        Progress progress,
        List<OperationInFlight> inFlight,
        List<SeriesDelta> series,
        List<ChannelCounters> channels,
        List<ConnectionCounters> connections,
        List<OperationColumns> operations,
        long busyNanos) {
    /// Operations in flight that one communicator tells of at most.
    public static final int IN_FLIGHT_MAX = 16;

    public CommunicatorFeed {
        inFlight = List.copyOf(inFlight);
        series = List.copyOf(series);
        channels = List.copyOf(channels);
        connections = List.copyOf(connections);
        operations = List.copyOf(operations);
    }
}
