// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.agent.flight.Moment;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmHeader;
import dev.lockstep.shm.ring.RingEntry;
import java.util.Optional;
import java.util.function.Consumer;

/// Is told what the source reads of each process, beside what is served. The thread that reads calls it, and waits.
public interface ProcessListener {
    /// Who is given the operations that a process has finished since the last reading, in the order of its ring; where
    /// nobody is, the rings are left alone and nothing in them is lost.
    Optional<Consumer<RingEntry>> operationsOf(ShmHeader process);

    /// A process that could be read: each one that lives, and once what a dead one left. Its operations were given
    /// before.
    void see(ShmHeader process, ProcessSnapshot snapshot, ProcessLife life);

    /// A process that is gone and of which all was said: at each reading as long as its file is kept.
    void remember(ShmHeader process, ProcessLife life);

    /// All processes of this reading were told of.
    void finish(Moment now);

    /// Listens to nothing. The rings are read all the same, so that what is lost in them between two readings is
    /// counted.
    static ProcessListener none() {
        return ofOperations(Optional.of(entry -> {}));
    }

    /// Is given the operations alone, as objects.
    static ProcessListener ofRecords(Optional<Consumer<OperationRecord>> records) {
        return ofOperations(records.map(sink -> entry -> sink.accept(entry.toRecord())));
    }

    private static ProcessListener ofOperations(Optional<Consumer<RingEntry>> operations) {
        return new ProcessListener() {
            @Override
            public Optional<Consumer<RingEntry>> operationsOf(ShmHeader process) {
                return operations;
            }

            @Override
            public void see(ShmHeader process, ProcessSnapshot snapshot, ProcessLife life) {}

            @Override
            public void remember(ShmHeader process, ProcessLife life) {}

            @Override
            public void finish(Moment now) {}
        };
    }
}
