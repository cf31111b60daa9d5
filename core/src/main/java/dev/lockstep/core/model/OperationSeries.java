// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

/// Counters of one operation series since its communicator was created; they only grow.
///
/// `calls` = observations in `durations` + `suspectCalls` + `untimedCalls`. Bytes are counted as
/// nccl-tests count the
/// size. `fusedCalls` of the observations share their stamps with others of their group.
public record OperationSeries(
        SeriesKey key,
        long calls,
        long sizeBytes,
        DurationHistogram durations,
        long fusedCalls,
        long suspectCalls,
        long untimedCalls) {}
