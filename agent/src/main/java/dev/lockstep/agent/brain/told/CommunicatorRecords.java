// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.Sampling;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.shm.identity.CommunicatorFacts;
import dev.lockstep.shm.ring.RingEntry;
import java.util.ArrayList;
import java.util.List;

/// The sampled operations of one communicator since the last batch.
final class CommunicatorRecords {
    private static final int HEXADECIMAL = 16;

    private final CommunicatorFacts facts;
    private final CommunicatorKey key;
    private final long hash;
    private final GpuOrder gpu;
    private final List<ColumnBuffer> buffers = new ArrayList<>();

    /// `gpu` is that of its device, shared with the other communicators on it.
    CommunicatorRecords(CommunicatorFacts facts, GpuOrder gpu) {
        this.facts = facts;
        this.key = CommunicatorKey.of(facts);
        this.hash = Long.parseUnsignedLong(facts.id(), HEXADECIMAL);
        this.gpu = gpu;
    }

    boolean isOf(CommunicatorFacts other) {
        return facts.serial() == other.serial();
    }

    CommunicatorKey key() {
        return key;
    }

    /// Sees an operation that is not told of: the GPU was busy with it.
    void see(RingEntry entry) {
        if (entry.isTimed()) {
            gpu.add(entry.startGpuNanos(), entry.stopGpuNanos());
        }
    }

    boolean keeps(RingEntry entry, int k) {
        NcclFunction function = entry.function();
        long number = entry.sequence() == RingEntry.NO_SEQUENCE ? entry.ordinal() : entry.sequence();
        return Sampling.keeps(hash, function, number, k);
    }

    /// Takes in an operation that is told of.
    void add(RingEntry entry) {
        ColumnBuffer buffer = bufferOf(entry);
        int record = buffer.add(entry);
        if (entry.isTimed()) {
            gpu.add(entry.startGpuNanos(), entry.stopGpuNanos(), buffer, record);
        }
    }

    private ColumnBuffer bufferOf(RingEntry entry) {
        for (ColumnBuffer buffer : buffers) {
            if (buffer.isOf(entry)) {
                return buffer;
            }
        }
        ColumnBuffer buffer = new ColumnBuffer(entry);
        buffers.add(buffer);
        return buffer;
    }

    List<OperationColumns> columns() {
        List<OperationColumns> columns = new ArrayList<>(buffers.size());
        for (ColumnBuffer buffer : buffers) {
            if (!buffer.isEmpty()) {
                columns.add(buffer.columns());
            }
        }
        return columns;
    }

    /// After a batch. What had nothing in it is let go.
    void clear() {
        buffers.removeIf(ColumnBuffer::isEmpty);
        buffers.forEach(ColumnBuffer::clear);
    }
}
