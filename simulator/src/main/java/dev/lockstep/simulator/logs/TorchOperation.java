// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.logs;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.program.Call;
import dev.lockstep.simulator.program.Datatype;
import dev.lockstep.simulator.timeline.GroupRun;
import dev.lockstep.simulator.timeline.GroupState;
import dev.lockstep.simulator.topology.Communicator;
import java.util.OptionalLong;

/// One operation of a rank as PyTorch counts and names it.
///
/// @param name of the Flight Recorder: `nccl:all_reduce`, `nccl:send 0->1`
/// @param type of the watchdog: `ALLREDUCE`
/// @param sequence over the collectives of the group, or over its batches of Sends and Recvs
/// @param in elements that go in
/// @param out elements that come out
record TorchOperation(
        Communicator communicator,
        String name,
        String type,
        long sequence,
        boolean isPointToPoint,
        long in,
        long out,
        Datatype datatype,
        GroupState state,
        long enqueueNanos,
        OptionalLong startNanos,
        OptionalLong endNanos) {
    static TorchOperation of(GroupRun run, Call call, long sequence) {
        Communicator communicator = run.launch().communicator();
        int own = communicator.commRank(run.rank());
        int ranks = communicator.ranks();
        NcclFunction function = call.function();
        return new TorchOperation(
                communicator,
                name(function, own, call.peer()),
                type(function),
                sequence,
                function.isPointToPoint(),
                function == NcclFunction.REDUCE_SCATTER ? call.count() * ranks : call.count(),
                function == NcclFunction.ALL_GATHER ? call.count() * ranks : call.count(),
                call.datatype(),
                run.state(),
                run.enqueueNanos(),
                run.startNanos(),
                run.endNanos());
    }

    /// A group of a Send to and a Recv from everybody, which PyTorch counts as one collective.
    static TorchOperation allToAll(GroupRun run, long sequence) {
        Communicator communicator = run.launch().communicator();
        long count = run.launch().calls().stream()
                .filter(call -> call.function() == NcclFunction.SEND)
                .mapToLong(Call::count)
                .sum();
        return new TorchOperation(
                communicator,
                "nccl:all_to_all",
                "ALLTOALL_BASE",
                sequence,
                false,
                count,
                count,
                run.launch().calls().getFirst().datatype(),
                run.state(),
                run.enqueueNanos(),
                run.startNanos(),
                run.endNanos());
    }

    boolean isDone() {
        return state == GroupState.DONE;
    }

    /// The Flight Recorder's word.
    String word() {
        return switch (state) {
            case DONE -> "completed";
            case STUCK, KILLED -> "started";
            case QUEUED, PLANNED, NEVER -> "scheduled";
        };
    }

    private static String name(NcclFunction function, int own, int peer) {
        return switch (function) {
            case ALL_REDUCE -> "nccl:all_reduce";
            case ALL_GATHER -> "nccl:_all_gather_base";
            case REDUCE_SCATTER -> "nccl:_reduce_scatter_base";
            case BROADCAST -> "nccl:broadcast";
            case REDUCE -> "nccl:reduce";
            case SEND -> "nccl:send " + own + "->" + peer;
            case RECV -> "nccl:recv " + own + "<-" + peer;
            default -> "nccl:" + function.ncclName();
        };
    }

    private static String type(NcclFunction function) {
        return switch (function) {
            case ALL_REDUCE -> "ALLREDUCE";
            case ALL_GATHER -> "_ALLGATHER_BASE";
            case REDUCE_SCATTER -> "_REDUCE_SCATTER_BASE";
            case BROADCAST -> "BROADCAST";
            case REDUCE -> "REDUCE";
            case SEND -> "SEND";
            case RECV -> "RECV";
            default -> "UNKNOWN";
        };
    }
}
