// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// What came in and what was refused, since the start. Any thread.
public final class IngestCounters {
    private final LongAdder batches = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder records = new LongAdder();
    private final Map<BatchRefusal, LongAdder> refusedBatches = new EnumMap<>(BatchRefusal.class);
    private final Map<PartRefusal, LongAdder> refusedParts = new EnumMap<>(PartRefusal.class);

    /// All at zero.
    public IngestCounters() {
        for (BatchRefusal reason : BatchRefusal.values()) {
            refusedBatches.put(reason, new LongAdder());
        }
        for (PartRefusal reason : PartRefusal.values()) {
            refusedParts.put(reason, new LongAdder());
        }
    }

    void took(int batchBytes, int batchRecords) {
        batches.increment();
        bytes.add(batchBytes);
        records.add(batchRecords);
    }

    /// A batch was refused.
    public void refused(BatchRefusal reason) {
        adder(refusedBatches, reason).increment();
    }

    void refused(PartRefusal reason, long parts) {
        adder(refusedParts, reason).add(parts);
    }

    private static <K extends Enum<K>> LongAdder adder(Map<K, LongAdder> adders, K reason) {
        LongAdder adder = adders.get(reason);
        if (adder == null) {
            throw new IllegalStateException("no counter for " + reason);
        }
        return adder;
    }

    /// Batches that were taken.
    public long batches() {
        return batches.sum();
    }

    /// Their bytes as they came.
    public long bytes() {
        return bytes.sum();
    }

    /// Their records.
    public long records() {
        return records.sum();
    }

    /// Refused batches of that reason.
    public long batchesRefused(BatchRefusal reason) {
        return adder(refusedBatches, reason).sum();
    }

    /// Refused records or processes of that reason.
    public long partsRefused(PartRefusal reason) {
        return adder(refusedParts, reason).sum();
    }
}
