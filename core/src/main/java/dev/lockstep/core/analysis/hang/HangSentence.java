// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.EntityText;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.model.OperationInFlight;
import java.util.List;
import java.util.Optional;

/// A verdict in words for somebody who was just woken.
final class HangSentence {
    private HangSentence() {}

    /// `rank 5 (GPU-1f2e3d4c on node-a) holds up 15 ranks: never entered AllReduce 200 of TP_1`.
    static String title(Verdict verdict) {
        String where = operation(verdict.at()) + " of " + name(verdict.at().communicator());
        String held = verdict.held().size() + (verdict.held().size() == 1 ? " rank" : " ranks");
        boolean isOne = verdict.culprits().size() == 1;
        String who =
                EntityText.of(verdict.culprits().stream().map(Actor::entity).toList())
                        + (isOne ? " holds up " : " hold up ") + held + ": ";
        return switch (verdict.kind()) {
            case HANG_NOT_ENTERED -> who + "never entered " + where;
            case HANG_MISMATCH ->
                who + "entered another operation than the others, " + ordinal(verdict.at()) + " of "
                        + name(verdict.at().communicator());
            case HANG_NOT_STARTED ->
                verdict.culprits().isEmpty()
                        ? held + " have enqueued " + where + " and no GPU starts it"
                        : who + (isOne ? "its GPU" : "their GPUs") + " never started " + where;
            case HANG_ALL_ENTERED ->
                verdict.culprits().isEmpty()
                        ? "all " + verdict.at().communicator().ranks() + " ranks entered " + where
                                + " and nothing moves"
                        : who + "furthest behind in " + where + ", which all entered";
            case PROCESS_GONE ->
                who + (isOne ? "its process is gone" : "their processes are gone") + ", the others wait in " + where;
            case HANG_SETUP ->
                who + (isOne ? "has" : "have") + " not made, or has freed, "
                        + name(verdict.at().communicator()) + ", which the others need";
            case HANG_UNKNOWN,
                    STRAGGLER_GPU,
                    STRAGGLER_HOST,
                    SLOW_NODE,
                    SLOW_LINK,
                    SLOW_CHANNEL,
                    IMBALANCE,
                    DRIFT,
                    ODD_HARDWARE,
                    HARDWARE_WEARING,
                    LOSS_OF_SIGHT -> held + " stand still in " + where + "; for whom they wait cannot be told";
        };
    }

    static String nextStep(Verdict verdict) {
        String process = verdict.culprits().stream()
                .findFirst()
                .flatMap(Actor::process)
                .map(HangSentence::process)
                .orElse("the process");
        return switch (verdict.kind()) {
            case HANG_NOT_ENTERED -> "See what " + process + " does (py-spy dump); the others only wait for it.";
            case HANG_MISMATCH ->
                "Compare the code path of " + process
                        + " with that of the others (py-spy dump): it will not get on by itself.";
            case HANG_NOT_STARTED ->
                "Look at the GPU of " + process + ": nvidia-smi, and the kernel log for Xid lines.";
            case HANG_ALL_ENTERED -> "Look at the network between these ranks: link state, errors of NICs, NCCL's log.";
            case PROCESS_GONE ->
                "Find out how " + process + " died (its log, the kernel log for out of memory), then restart the job.";
            case HANG_SETUP -> "See what " + process + " does (py-spy dump); the others wait for it to join.";
            case HANG_UNKNOWN,
                    STRAGGLER_GPU,
                    STRAGGLER_HOST,
                    SLOW_NODE,
                    SLOW_LINK,
                    SLOW_CHANNEL,
                    IMBALANCE,
                    DRIFT,
                    ODD_HARDWARE,
                    HARDWARE_WEARING,
                    LOSS_OF_SIGHT -> "Take a stack of a waiting rank and of those that are not seen (py-spy dump).";
        };
    }

    private static String process(ProcessState process) {
        return "process " + process.key().processId() + " on " + process.node();
    }

    /// `AllReduce 200`, or what else they wait for.
    static String operation(Wait wait) {
        return wait.operation()
                .map(operation ->
                        function(operation) + " " + operation.sequence().orElse(operation.ordinal()))
                .orElse("the making");
    }

    private static String ordinal(Wait wait) {
        return wait.operation()
                .map(operation -> "operation " + operation.ordinal())
                .orElse("the making");
    }

    static String function(OperationInFlight operation) {
        return operation.key().function().ncclName();
    }

    static String name(CommunicatorState communicator) {
        return communicator.name().isEmpty()
                ? "communicator " + communicator.key().id()
                : communicator.name();
    }

    /// What each of these entered in the place of the operation.
    static Optional<String> entered(Wait wait, List<Actor> actors) {
        if (wait.operation().isEmpty()) {
            return Optional.empty();
        }
        long ordinal = wait.operation().get().ordinal();
        for (Actor actor : actors) {
            for (Seat seat : actor.seats()) {
                Optional<OperationInFlight> own =
                        seat.communicator() == wait.communicator() ? seat.inFlight(ordinal) : Optional.empty();
                if (own.isPresent()) {
                    return Optional.of(EntityText.of(List.of(actor.entity())) + " entered " + function(own.get())
                            + " of " + own.get().sizeBytes() + " bytes as operation " + ordinal);
                }
            }
        }
        return Optional.empty();
    }
}
