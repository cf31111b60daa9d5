// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

/// Counters of one operation series since its communicator was created; they only grow.
///
/// `calls` = observations in `durations` + `suspectCalls` + `untimedCalls`. Bytes are counted as nccl-tests count the
/// size. `fusedCalls` of the observations share their stamps with others of their group.
public record OperationSeries(
        SeriesKey key,
        long calls,
        long sizeBytes,
        DurationHistogram durations,
        long fusedCalls,
        long suspectCalls,
        long untimedCalls) {
    /// The series of that key before its first call.
    public static OperationSeries silent(SeriesKey key) {
        return new OperationSeries(key, 0, 0, DurationHistogram.EMPTY, 0, 0, 0);
    }

    /// Both together, under the key of this one.
    public OperationSeries plus(OperationSeries that) {
        return new OperationSeries(
                key,
                calls + that.calls,
                sizeBytes + that.sizeBytes,
                durations.plus(that.durations),
                fusedCalls + that.fusedCalls,
                suspectCalls + that.suspectCalls,
                untimedCalls + that.untimedCalls);
    }

    /// What came since `earlier`, an older value of the same series; never less than nothing.
    public OperationSeries since(OperationSeries earlier) {
        return new OperationSeries(
                key,
                Math.max(0, calls - earlier.calls),
                Math.max(0, sizeBytes - earlier.sizeBytes),
                durations.minus(earlier.durations),
                Math.max(0, fusedCalls - earlier.fusedCalls),
                Math.max(0, suspectCalls - earlier.suspectCalls),
                Math.max(0, untimedCalls - earlier.untimedCalls));
    }
}
