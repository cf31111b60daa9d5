// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.shm.identity.CommunicatorFacts;
import dev.lockstep.shm.ring.RingEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The operations that a process finished since the last batch, as far as they belong to the sample.
final class ProcessRecords {
    private final BatchRoom room;
    private final Map<Integer, CommunicatorRecords> byRow = new HashMap<>();
    private final Map<String, GpuOrder> gpus = new HashMap<>();
    private @Nullable CommunicatorRecords latest;
    private int latestRow = -1;
    /// The last record that was told, by this agent or one before it.
    private long toldUntil;

    ProcessRecords(BatchRoom room, long toldUntil) {
        this.room = room;
        this.toldUntil = toldUntil;
    }

    long toldUntil() {
        return toldUntil;
    }

    void take(RingEntry entry) {
        if (entry.predecessor() == RingEntry.Predecessor.UNKNOWN) {
            gpus.values().forEach(GpuOrder::breakOff);
        }
        Optional<CommunicatorFacts> facts = entry.communicator();
        boolean isNew = entry.number() > toldUntil;
        if (facts.isEmpty() || facts.get().isOverflow()) {
            if (isNew) {
                room.countRecord(BatchRoom.Fate.WITHOUT_COMMUNICATOR);
            }
        } else {
            CommunicatorRecords records = recordsOf(entry.row(), facts.get());
            take(entry, records, isNew);
        }
        toldUntil = Math.max(toldUntil, entry.number());
    }

    /// Takes it as told by somebody else.
    void skip(RingEntry entry) {
        toldUntil = Math.max(toldUntil, entry.number());
        take(entry);
    }

    private void take(RingEntry entry, CommunicatorRecords records, boolean isNew) {
        boolean isSampled = isNew && records.keeps(entry, room.sampling());
        if (isSampled && room.takesRecord()) {
            records.add(entry);
            return;
        }
        records.see(entry);
        if (isNew && !isSampled) {
            room.countRecord(BatchRoom.Fate.NOT_SAMPLED);
        }
    }

    /// Most operations are of the communicator of the one before.
    private CommunicatorRecords recordsOf(int row, CommunicatorFacts facts) {
        if (latest != null && row == latestRow && latest.isOf(facts)) {
            return latest;
        }
        CommunicatorRecords records = byRow.get(row);
        if (records == null || !records.isOf(facts)) {
            records = new CommunicatorRecords(facts, gpus.computeIfAbsent(facts.device(), device -> new GpuOrder()));
            byRow.put(row, records);
        }
        latest = records;
        latestRow = row;
        return records;
    }

    /// Those of each communicator.
    Map<CommunicatorKey, List<OperationColumns>> columns() {
        gpus.values().forEach(GpuOrder::settle);
        Map<CommunicatorKey, List<OperationColumns>> columns = new HashMap<>();
        for (CommunicatorRecords records : byRow.values()) {
            List<OperationColumns> ofCommunicator = records.columns();
            if (!ofCommunicator.isEmpty()) {
                columns.put(records.key(), ofCommunicator);
            }
        }
        return columns;
    }

    /// After a batch.
    void clear() {
        gpus.values().forEach(GpuOrder::settle);
        byRow.values().forEach(CommunicatorRecords::clear);
    }
}
