// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.cost.Transfer;
import dev.lockstep.simulator.program.Call;
import dev.lockstep.simulator.program.Item;
import dev.lockstep.simulator.scenario.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// One NCCL group of one rank: when it was enqueued, when it ran and how it ended. Times are
/// nanoseconds of true time since the job's start, the same clock for all ranks. Mutable only while
/// its step is generated.
public final class GroupRun {
    private static final long UNKNOWN = -1;

    private final int rank;
    private final int step;
    private final Item.Launch launch;
    private final Numbering numbering;
    private long enqueueNanos;
    private long startNanos = UNKNOWN;
    private long endNanos = UNKNOWN;
    private Transfer transfer = new Transfer(0, 0, -1, 1);
    private GroupState state = GroupState.PLANNED;
    private boolean neverEnds;
    private int openParts;
    private long latestPartNanos;

    GroupRun(int rank, int step, Item.Launch launch, Numbering numbering, long enqueueNanos) {
        this.rank = rank;
        this.step = step;
        this.launch = launch;
        this.numbering = numbering;
        this.enqueueNanos = enqueueNanos;
        this.openParts = launch.calls().size();
    }

    /// The same with another first call, as its rank enters it by a fault. It never ends.
    GroupRun mismatched(Fault.Form form) {
        Call call = launch.calls().getFirst();
        Call other = form == Fault.Form.MISMATCHED_SIZE
                ? new Call(call.function(), other(call.count()), call.datatype(), call.peer(), call.root())
                : new Call(otherThan(call.function()), call.count(), call.datatype(), call.peer(), call.root());
        List<Call> calls = new ArrayList<>(launch.calls());
        calls.set(0, other);
        Item.Launch entered = new Item.Launch(launch.hostIndex(), launch.communicator(), calls, launch.grouped());
        GroupRun run = new GroupRun(rank, step, entered, numbering, enqueueNanos);
        run.neverEnd();
        return run;
    }

    /// Half of it, and another number even where there is one element.
    private static long other(long count) {
        return count == 1 ? 2 : count / 2;
    }

    private static NcclFunction otherThan(NcclFunction function) {
        return function == NcclFunction.ALL_REDUCE ? NcclFunction.ALL_GATHER : NcclFunction.ALL_REDUCE;
    }

    /// World rank.
    public int rank() {
        return rank;
    }

    /// Training step, from 0.
    public int step() {
        return step;
    }

    /// Which communicator and which calls.
    public Item.Launch launch() {
        return launch;
    }

    /// How its calls are numbered.
    public Numbering numbering() {
        return numbering;
    }

    /// When the application thread handed it to NCCL.
    public long enqueueNanos() {
        return enqueueNanos;
    }

    /// When its kernel began; absent if it never did.
    public OptionalLong startNanos() {
        return startNanos == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(startNanos);
    }

    /// When its kernel ended; absent if it never did.
    public OptionalLong endNanos() {
        return endNanos == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(endNanos);
    }

    /// The part of its time in which data moved.
    public Transfer transfer() {
        return transfer;
    }

    /// How it ended.
    public GroupState state() {
        return state;
    }

    void start(long enqueue, long start) {
        enqueueNanos = enqueue;
        startNanos = start;
        state = GroupState.STUCK;
    }

    void finish(long end, Transfer moved) {
        endNanos = end;
        transfer = moved;
        state = GroupState.DONE;
    }

    /// One Send or Recv of it is done; the last one ends the group.
    void finishPart(long end, long moved) {
        latestPartNanos = Math.max(latestPartNanos, end);
        if (moved > transfer.nanos()) {
            transfer = new Transfer(moved, moved, -1, 1);
        }
        openParts--;
        if (openParts == 0) {
            finish(latestPartNanos, transfer);
        }
    }

    /// Nobody gets through this operation, by a fault.
    void neverEnd() {
        neverEnds = true;
    }

    boolean neverEnds() {
        return neverEnds;
    }

    void become(GroupState other) {
        state = other;
    }

    boolean isDone() {
        return state == GroupState.DONE;
    }

    long start() {
        return startNanos;
    }
}
