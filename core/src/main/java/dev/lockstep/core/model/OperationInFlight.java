// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.OptionalInt;
import java.util.OptionalLong;

/// An operation that was enqueued and is not done. `ageNanos` counts from its enqueue to the moment
/// of the reading.
/// `sequence` is NCCL's number per function (absent for Send and Recv), `ordinal` the
/// communicator's own over all
/// functions.
public record OperationInFlight(
        SeriesKey key,
        long ordinal,
        OptionalLong sequence,
        OptionalInt peer,
        long sizeBytes,
        long ageNanos,
        int channelsStarted,
        int channelsStopped) {}
