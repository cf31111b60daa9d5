// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.agent.flight.Moment;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.ShmHeader;
import dev.lockstep.shm.ring.RingEntry;
import java.util.Optional;
import java.util.function.Consumer;

/// Cares for operations alone; without a sink the rings are left alone.
class OperationListener implements ProcessListener {
    private final Optional<Consumer<RingEntry>> sink;

    OperationListener(Optional<Consumer<RingEntry>> sink) {
        this.sink = sink;
    }

    @Override
    public Optional<Consumer<RingEntry>> operationsOf(ShmHeader process) {
        return sink;
    }

    @Override
    public void see(ShmHeader process, ProcessSnapshot snapshot, ProcessLife life) {
        // Processes mean nothing here.
    }

    @Override
    public void remember(ShmHeader process, ProcessLife life) {
        // Likewise.
    }

    @Override
    public void finish(Moment now) {
        // Likewise.
    }
}
