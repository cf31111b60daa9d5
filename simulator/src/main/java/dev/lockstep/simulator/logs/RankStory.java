// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.logs;

import dev.lockstep.simulator.program.Call;
import dev.lockstep.simulator.timeline.GroupRun;
import dev.lockstep.simulator.timeline.GroupState;
import dev.lockstep.simulator.topology.Communicator;
import dev.lockstep.simulator.topology.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What one rank did: its counters, its last operations, when it was killed. Grows with nothing but its communicators.
final class RankStory {
    /// Entries of its Flight Recorder; PyTorch's default is 2,000.
    private static final int ENTRIES_MAX = 256;

    /// How far it came in one group.
    static final class Progress {
        private final Communicator communicator;
        private final int localId;
        private long enqueued;
        private long started;
        private long completed;
        private long batches;

        private Progress(Communicator communicator, int localId) {
            this.communicator = communicator;
            this.localId = localId;
        }

        Communicator communicator() {
            return communicator;
        }

        /// The number that the rank gave the group.
        int localId() {
            return localId;
        }

        /// The last collective handed over; 0 before the first.
        long enqueued() {
            return enqueued;
        }

        long started() {
            return started;
        }

        long completed() {
            return completed;
        }
    }

    private final int rank;
    private final Map<Communicator, Progress> progress = new LinkedHashMap<>();
    private final Deque<TorchOperation> last = new ArrayDeque<>();
    private OptionalLong killedNanos = OptionalLong.empty();

    RankStory(int rank, List<Communicator> communicators) {
        this.rank = rank;
        for (Communicator communicator : communicators) {
            progress.put(communicator, new Progress(communicator, progress.size()));
        }
    }

    int rank() {
        return rank;
    }

    Collection<Progress> progress() {
        return progress.values();
    }

    Progress progress(Communicator communicator) {
        Progress found = progress.get(communicator);
        if (found == null) {
            throw new IllegalStateException("rank " + rank + " is not in " + communicator);
        }
        return found;
    }

    /// Oldest first.
    List<TorchOperation> last() {
        return List.copyOf(last);
    }

    /// When its process was killed; absent if nobody did it.
    OptionalLong killedNanos() {
        return killedNanos;
    }

    void kill(long nanos) {
        killedNanos = OptionalLong.of(nanos);
    }

    /// What its watchdog finds first.
    Optional<TorchOperation> firstOpen() {
        return last.stream().filter(each -> !each.isDone()).min(Comparator.comparingLong(TorchOperation::enqueueNanos));
    }

    void take(List<GroupRun> runs) {
        for (GroupRun run : runs) {
            if (run.state() != GroupState.NEVER) {
                take(run);
            }
        }
    }

    private void take(GroupRun run) {
        Progress own = progress(run.launch().communicator());
        if (run.launch().isPointToPoint() && own.communicator.role() != Role.EXPERT) {
            own.batches++;
            run.launch().calls().forEach(call -> keep(TorchOperation.of(run, call, own.batches)));
            return;
        }
        List<TorchOperation> operations = new ArrayList<>();
        own.enqueued++;
        if (run.launch().isPointToPoint()) {
            operations.add(TorchOperation.allToAll(run, own.enqueued));
        } else {
            for (Call call : run.launch().calls()) {
                operations.add(TorchOperation.of(run, call, own.enqueued));
            }
        }
        boolean isStarted = run.state() == GroupState.DONE || run.state() == GroupState.STUCK;
        own.started = isStarted ? own.enqueued : own.started;
        own.completed = run.state() == GroupState.DONE ? own.enqueued : own.completed;
        operations.forEach(this::keep);
    }

    private void keep(TorchOperation operation) {
        last.add(operation);
        if (last.size() > ENTRIES_MAX) {
            last.remove();
        }
    }
}
