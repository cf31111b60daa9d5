// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.ShmSeriesKey;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A copied slot in flight. `packedKey` has its names, class and kind where a series key has them.
record InFlightSlot(
        int index,
        int generation,
        int ownerSerial,
        int row,
        long packedKey,
        int series,
        long ordinal,
        long sequence,
        int peer,
        long sizeBytes,
        long enqueuedMonotonicNanos,
        long startedChannels,
        long stoppedChannels,
        long firstStartGpu,
        long lastStopGpu) {
    private static final long NO_SEQUENCE = -1;

    static InFlightSlot of(CopyBuffer buffer, int at, int index) throws DamagedFileException {
        long sizeBytes = buffer.int64(at + ShmLayout.Slot.BYTES);
        if (sizeBytes < 0) {
            throw new DamagedFileException(ShmDamage.VALUE, "size of slot " + index);
        }
        int row = buffer.unsignedShort(at + ShmLayout.Slot.COMMUNICATOR_ROW);
        return new InFlightSlot(
                index,
                buffer.int32(at + ShmLayout.Slot.GENERATION),
                buffer.int32(at + ShmLayout.Slot.OWNER_SERIAL),
                row,
                packedKey(buffer, at, row),
                buffer.int32(at + ShmLayout.Slot.SERIES),
                buffer.int64(at + ShmLayout.Slot.ORDINAL),
                buffer.int64(at + ShmLayout.Slot.SEQUENCE),
                buffer.int32(at + ShmLayout.Slot.PEER),
                sizeBytes,
                buffer.int64(at + ShmLayout.Slot.ENQUEUED_MONOTONIC_NANOS),
                buffer.int64(at + ShmLayout.Slot.STARTED_CHANNELS),
                buffer.int64(at + ShmLayout.Slot.STOPPED_CHANNELS),
                buffer.int64(at + ShmLayout.Slot.FIRST_START_GPU),
                buffer.int64(at + ShmLayout.Slot.LAST_STOP_GPU));
    }

    private static long packedKey(CopyBuffer buffer, int at, int row) throws DamagedFileException {
        int kind = buffer.unsignedByte(at + ShmLayout.Slot.KIND);
        if (kind > ShmSeriesKey.KIND_MASK) {
            throw new DamagedFileException(ShmDamage.VALUE, "operation kind " + kind);
        }
        return ShmSeriesKey.pack(
                row,
                buffer.unsignedByte(at + ShmLayout.Slot.FUNCTION),
                buffer.unsignedByte(at + ShmLayout.Slot.ALGORITHM),
                buffer.unsignedByte(at + ShmLayout.Slot.PROTOCOL),
                buffer.unsignedByte(at + ShmLayout.Slot.SIZE_CLASS),
                kind);
    }

    /// Whether it has started on some channels and stopped on all of them.
    boolean hasStopped() {
        return startedChannels != 0 && startedChannels == stoppedChannels;
    }

    /// Whether a later operation of its communicator is done and it has not even begun: a symmetric kernel in a CUDA
    /// graph whose channels NCCL does not report. It is no hang. Row 0 belongs to several communicators and tells
    /// nothing.
    boolean willNeverStart(long lastDoneOrdinal) {
        return row != 0 && startedChannels == 0 && ordinal < lastDoneOrdinal;
    }

    OperationInFlight operation(SeriesKey key, long nowNanos) {
        return new OperationInFlight(
                key,
                ordinal,
                sequence == NO_SEQUENCE ? OptionalLong.empty() : OptionalLong.of(sequence),
                peer < 0 ? OptionalInt.empty() : OptionalInt.of(peer),
                sizeBytes,
                Math.max(0, nowNanos - enqueuedMonotonicNanos),
                Long.bitCount(startedChannels),
                Long.bitCount(startedChannels & stoppedChannels));
    }
}
