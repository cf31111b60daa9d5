// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.agent.flight.Moment;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmHeader;
import dev.lockstep.shm.reader.ShmReader;
import dev.lockstep.shm.reader.ShmReading;
import dev.lockstep.shm.ring.RingEntry;
import java.util.Optional;
import java.util.function.Consumer;

/// Is told what the source reads of each process, beside what is served. The thread that reads calls it, and waits.
public interface ProcessListener {
    /// Who is given the operations that a process has finished since the last reading, in the order of its ring; where
    /// nobody is, the rings are left alone and nothing in them is lost.
    Optional<Consumer<RingEntry>> operationsOf(ShmHeader process);

    /// Takes those operations out of the ring of a process that is being read. Absent means that all went well.
    default Optional<ShmReading.Damaged> take(ShmReader process) {
        return operationsOf(process.header()).flatMap(process::visitOperations);
    }

    /// A process that could be read: each one that lives, and once what a dead one left. Its operations were given
    /// before.
    void see(ShmHeader process, ProcessSnapshot snapshot, ProcessLife life);

    /// A process that is gone and of which all was said: at each reading as long as its file is kept.
    void remember(ShmHeader process, ProcessLife life);

    /// All processes of this reading were told of.
    void finish(Moment now);

    /// Listens to nothing. What is lost in the rings between two readings is counted all the same, by their heads.
    static ProcessListener none() {
        return new OperationListener(Optional.empty()) {
            @Override
            public Optional<ShmReading.Damaged> take(ShmReader process) {
                return process.passOverOperations();
            }
        };
    }

    /// Is given the operations alone, as objects.
    static ProcessListener ofRecords(Optional<Consumer<OperationRecord>> records) {
        return new OperationListener(records.map(sink -> entry -> sink.accept(entry.toRecord())));
    }
}
