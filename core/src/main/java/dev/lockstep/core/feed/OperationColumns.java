// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

import dev.lockstep.core.model.NcclFunction;

/// Finished operations of one rank on one communicator that share function, algorithm and protocol, in columns: record
/// `i` is entry `i` of each array. The arrays are handed over and never changed again.
///
/// @param count records; the arrays may be longer
/// @param sequence NCCL's number per function; {@link #NONE} for Send and Recv
/// @param ordinal the communicator's own number over all functions
/// @param sizeBytes as nccl-tests count the size
/// @param enqueueNanos when the host handed it to NCCL, `CLOCK_MONOTONIC` of its node; {@link #NONE} if unknown
/// @param startNanos first channel start, on the clock of its GPU, which is that of no other GPU
/// @param stopNanos last channel stop, on the same clock
/// @param idleNanos how long its GPU had nothing of NCCL to run before it started, see {@link IdleMeter};
///     {@link #NONE} if unknown
/// @param flags {@link #TIMED}, {@link #FUSED}, {@link #CLOCKED}
@SuppressWarnings("ArrayRecordComponent") // Millions of records a second pass here; none of them is ever compared.
public record OperationColumns(
        NcclFunction function,
        String algorithm,
        String protocol,
        int count,
        long[] sequence,
        long[] ordinal,
        long[] sizeBytes,
        long[] enqueueNanos,
        long[] startNanos,
        long[] stopNanos,
        long[] idleNanos,
        byte[] flags) {
    /// In a column: there is no such number.
    public static final long NONE = -1;
    /// Its GPU stamps can be believed.
    public static final int TIMED = 1;
    /// Its stamps are those of a whole group.
    public static final int FUSED = 2;
    /// Start and stop lie on a clock; without it only their difference means something.
    public static final int CLOCKED = 4;

    /// Whether the GPU stamps of record `i` can be believed.
    public boolean isTimed(int i) {
        return (flags[i] & TIMED) != 0;
    }

    /// Whether the stamps of record `i` are those of its whole group.
    public boolean isFused(int i) {
        return (flags[i] & FUSED) != 0;
    }

    /// Whether start and stop of record `i` are moments and not only as far apart as it lasted.
    public boolean isClocked(int i) {
        return (flags[i] & CLOCKED) != 0 || startNanos[i] != 0;
    }

    /// Time in the kernel of record `i`.
    public long durationNanos(int i) {
        return stopNanos[i] - startNanos[i];
    }
}
