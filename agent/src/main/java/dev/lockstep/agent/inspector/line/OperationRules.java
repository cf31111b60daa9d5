// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.core.model.NcclFunction;
import org.jspecify.annotations.Nullable;

/// What of an operation's record is believed.
public final class OperationRules {
    /// In place of a size: it cannot be.
    public static final long IMPOSSIBLE = -1;
    /// In place of a size: the number of ranks would be needed to tell it.
    public static final long RANKS_UNKNOWN = -2;

    private static final String GPU_TIME = "kernel_gpu";

    private OperationRules() {}

    /// The size as nccl-tests count it, {@link #IMPOSSIBLE} or {@link #RANKS_UNKNOWN}; `ranks` is negative if unknown.
    public static long sizeBytes(InspectorRecord record, OperationFields fields, NcclFunction function, int ranks) {
        long perRank = record.number(fields.size());
        if (perRank == InspectorRecord.ABSENT || perRank > InspectorLimits.OPERATION_BYTES_MAX) {
            return IMPOSSIBLE;
        }
        if (ranks < 0) {
            return function.sizeBytes(1, 2) == 1 ? perRank : RANKS_UNKNOWN;
        }
        if (perRank > InspectorLimits.OPERATION_BYTES_MAX / ranks) {
            return IMPOSSIBLE;
        }
        return function.sizeBytes(perRank, ranks);
    }

    /// Whether its time was taken on the GPU.
    public static boolean isGpuTime(InspectorRecord record, OperationFields fields) {
        String source = record.text(fields.timingSource());
        return source == null || source.equals(GPU_TIME);
    }

    /// Why its time on the GPU is not believed; null if it is.
    public static @Nullable Reason doubt(InspectorRecord record, OperationFields fields, long sizeBytes) {
        long micros = record.number(fields.time());
        if (micros <= 0) {
            return Reason.NO_TIME;
        }
        if (record.text(fields.bandwidth()) != null) {
            return Reason.BANDWIDTH_NAN;
        }
        if (micros > InspectorLimits.OPERATION_MICROS_MAX) {
            return Reason.IMPOSSIBLE_DURATION;
        }
        return sizeBytes / micros > InspectorLimits.BYTES_PER_MICRO_MAX ? Reason.IMPOSSIBLE_BANDWIDTH : null;
    }
}
