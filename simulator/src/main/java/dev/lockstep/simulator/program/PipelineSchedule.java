// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.program;

import dev.lockstep.simulator.topology.Communicator;
import java.util.List;

/// One forward, one backward (1F1B): how a pipeline stage orders its microbatches and what it sends
/// and receives between them. A rank without a pipeline is its only stage.
final class PipelineSchedule {
    private final StepBuilder step;
    private final Groups groups;
    private final int stage;
    private final int stages;
    private final long count;
    private final Runnable forward;
    private final Runnable backward;

    PipelineSchedule(StepBuilder step, Groups groups, int rank, long count, Runnable forward, Runnable backward) {
        this.step = step;
        this.groups = groups;
        this.stage = groups.pipeline()
                .map(communicator -> communicator.commRank(rank))
                .orElse(0);
        this.stages = groups.pipeline().map(Communicator::ranks).orElse(1);
        this.count = count;
        this.forward = forward;
        this.backward = backward;
    }

    void run(int microbatches) {
        int warmUp = Math.min(stages - stage - 1, microbatches);
        int steady = microbatches - warmUp;
        for (int i = 0; i < warmUp; i++) {
            exchange(fromPrevious());
            forward.run();
            exchange(toNext());
        }
        if (steady > 0) {
            exchange(fromPrevious());
        }
        for (int i = 0; i < steady; i++) {
            forward.run();
            exchange(toNext(), fromNext());
            backward.run();
            if (i < steady - 1) {
                exchange(toPrevious(), fromPrevious());
            } else {
                exchange(toPrevious());
            }
        }
        for (int i = 0; i < warmUp; i++) {
            exchange(fromNext());
            backward.run();
            exchange(toPrevious());
        }
    }

    /// Without backward passes, as in an evaluation.
    void runForward(int microbatches) {
        for (int i = 0; i < microbatches; i++) {
            exchange(fromPrevious());
            forward.run();
            exchange(toNext());
        }
    }

    /// All calls have the same peer, or that peer does not exist.
    private void exchange(Call... calls) {
        int peer = calls[0].peer();
        if (peer < 0 || peer >= stages) {
            return;
        }
        groups.pipeline().ifPresent(pipeline -> exchange(pipeline, List.of(calls)));
    }

    private void exchange(Communicator pipeline, List<Call> calls) {
        step.launch(StepProgram.COMPUTE_STREAM, pipeline, calls, calls.size() > 1);
    }

    private Call toNext() {
        return Call.send(stage + 1, count);
    }

    private Call fromNext() {
        return Call.receive(stage + 1, count);
    }

    private Call toPrevious() {
        return Call.send(stage - 1, count);
    }

    private Call fromPrevious() {
        return Call.receive(stage - 1, count);
    }
}
