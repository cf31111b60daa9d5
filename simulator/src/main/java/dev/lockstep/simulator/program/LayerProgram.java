// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.program;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.scenario.Workload;
import dev.lockstep.simulator.topology.Communicator;
import java.util.ArrayList;
import java.util.List;

/// The layers of one stage, forward and backward: computations with the tensor group's collectives
/// between them and the expert group's AlltoAlls around the experts.
final class LayerProgram {
    private final Workload workload;
    private final Groups groups;
    private final int rank;
    private final StepBuilder step;
    private final ExpertLoad load;

    LayerProgram(Workload workload, Groups groups, int rank, StepBuilder step, ExpertLoad load) {
        this.workload = workload;
        this.groups = groups;
        this.rank = rank;
        this.step = step;
        this.load = load;
    }

    void forward() {
        for (int layer = 0; layer < workload.layers(); layer++) {
            half(workload.forwardNanos() / 2);
            expertHalf(workload.forwardNanos() / 2);
        }
    }

    void backward(Runnable afterEachLayer) {
        for (int layer = 0; layer < workload.layers(); layer++) {
            expertHalf(workload.forwardNanos());
            half(workload.forwardNanos());
            afterEachLayer.run();
        }
    }

    private void half(long nanos) {
        groups.tensor().ifPresent(this::beforeTensor);
        step.compute(nanos);
        groups.tensor().ifPresent(this::afterTensor);
    }

    private void expertHalf(long nanos) {
        if (groups.expert().isEmpty()) {
            half(nanos);
            return;
        }
        Communicator expert = groups.expert().get();
        allToAll(expert);
        step.compute(nanos);
        allToAll(expert);
    }

    private void beforeTensor(Communicator tensor) {
        if (workload.sequenceParallel()) {
            step.call(tensor, activations(NcclFunction.ALL_GATHER, tensor.ranks()));
        }
    }

    private void afterTensor(Communicator tensor) {
        Call call = workload.sequenceParallel()
                ? activations(NcclFunction.REDUCE_SCATTER, tensor.ranks())
                : activations(NcclFunction.ALL_REDUCE, 1);
        step.call(tensor, call);
    }

    private Call activations(NcclFunction function, int parts) {
        long elements = workload.activationBytes() / Datatype.BFLOAT16.bytes();
        return Call.collective(function, Math.max(1, elements / parts), Datatype.BFLOAT16);
    }

    /// As PyTorch does it: a group of one Send and one Recv for each rank, itself included.
    private void allToAll(Communicator expert) {
        long elements = workload.expertBytes() / Datatype.BFLOAT16.bytes();
        long count = Math.max(1, elements / expert.ranks());
        List<Call> calls = new ArrayList<>();
        int own = expert.commRank(rank);
        for (int distance = 0; distance < expert.ranks(); distance++) {
            int to = (own + distance) % expert.ranks();
            calls.add(Call.send(to, load.count(count, to)));
            calls.add(Call.receive(Math.floorMod(own - distance, expert.ranks()), load.count(count, own)));
        }
        step.group(expert, calls);
    }
}
