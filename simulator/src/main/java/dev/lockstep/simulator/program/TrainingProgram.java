// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.program;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.scenario.Decoy;
import dev.lockstep.simulator.scenario.Workload;
import dev.lockstep.simulator.topology.Communicator;
import dev.lockstep.simulator.topology.Communicators;
import java.util.ArrayList;
import java.util.List;

/// Writes the program of any rank and step of a training job. Every step: microbatches through the
/// pipeline, gradients reduced in the data group, the norm of the gradients over the world. The
/// first step begins with Broadcasts of the parameters.
public final class TrainingProgram {
    private static final long BROADCAST_BYTES = 16L << 20;
    private static final long NORM_ELEMENTS = 1;

    private final Workload workload;
    private final List<Groups> groups;
    private final List<Decoy> decoys;

    public TrainingProgram(Workload workload, Communicators communicators, int ranks, List<Decoy> decoys) {
        this.workload = workload;
        this.decoys = decoys;
        this.groups = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            groups.add(Groups.of(communicators, rank));
        }
    }

    /// What `rank` does in step number `number`.
    public StepProgram of(int rank, int number) {
        StepBuilder step = new StepBuilder();
        Groups mine = groups.get(rank);
        if (number == 0) {
            warmUp(step, mine);
        }
        barriers(step, mine, number);
        microbatches(step, mine, rank);
        if (!overlaps(mine)) {
            mine.data().ifPresent(data -> reduceAll(step, data));
        }
        joinReductions(step, mine);
        step.call(mine.world(), norm());
        mine.data().ifPresent(data -> gatherParameters(step, data));
        evaluations(step, mine, rank, number);
        return step.build();
    }

    private void barriers(StepBuilder step, Groups mine, int number) {
        for (Decoy decoy : decoys) {
            if (decoy instanceof Decoy.Checkpoint saving && saving.isBefore(number)) {
                step.call(mine.world(), norm());
            }
        }
    }

    private void evaluations(StepBuilder step, Groups mine, int rank, int number) {
        for (Decoy decoy : decoys) {
            if (decoy instanceof Decoy.Evaluation evaluation && evaluation.isAfter(number)) {
                schedule(step, mine, rank, () -> {}).runForward(evaluation.microbatches());
                step.call(mine.world(), norm());
            }
        }
    }

    private boolean overlaps(Groups mine) {
        return workload.overlapReduction() && mine.data().isPresent();
    }

    private void warmUp(StepBuilder step, Groups mine) {
        Communicator communicator = mine.data().orElse(mine.world());
        for (int i = 0; i < workload.warmUpBroadcasts(); i++) {
            long count = BROADCAST_BYTES / Datatype.BFLOAT16.bytes();
            step.call(communicator, Call.collective(NcclFunction.BROADCAST, count, Datatype.BFLOAT16));
        }
    }

    private void microbatches(StepBuilder step, Groups mine, int rank) {
        LayersDone done = new LayersDone(step, mine);
        schedule(step, mine, rank, done::oneMore).run(workload.microbatches());
    }

    private PipelineSchedule schedule(StepBuilder step, Groups mine, int rank, Runnable afterEachLayer) {
        LayerProgram layers = new LayerProgram(workload, mine, rank, step, expertLoad());
        long count = Math.max(1, workload.activationBytes() / Datatype.BFLOAT16.bytes());
        return new PipelineSchedule(step, mine, rank, count, layers::forward, () -> layers.backward(afterEachLayer));
    }

    private ExpertLoad expertLoad() {
        for (Decoy decoy : decoys) {
            if (decoy instanceof Decoy.HeavyExpert(int expert, double factor)) {
                return new ExpertLoad(expert, factor);
            }
        }
        return ExpertLoad.EVEN;
    }

    private void reduceAll(StepBuilder step, Communicator data) {
        for (int first = 0; first < workload.buckets(); first += workload.bucketsPerGroup()) {
            reduce(step, data, first, StepProgram.COMPUTE_STREAM);
        }
    }

    /// The buckets of one group, from `first`.
    private void reduce(StepBuilder step, Communicator data, int first, int stream) {
        int end = Math.min(workload.buckets(), first + workload.bucketsPerGroup());
        NcclFunction function = workload.shardedOptimizer() ? NcclFunction.REDUCE_SCATTER : NcclFunction.ALL_REDUCE;
        List<Call> calls = new ArrayList<>();
        for (int bucket = first; bucket < end; bucket++) {
            calls.add(bucket(function, data, bucket, Datatype.FLOAT32));
        }
        step.launch(stream, data, calls, workload.bucketsPerGroup() > 1);
    }

    private void gatherParameters(StepBuilder step, Communicator data) {
        if (!workload.shardedOptimizer()) {
            return;
        }
        for (int bucket = 0; bucket < workload.buckets(); bucket++) {
            step.call(data, bucket(NcclFunction.ALL_GATHER, data, bucket, Datatype.BFLOAT16));
        }
    }

    private Call bucket(NcclFunction function, Communicator data, int index, Datatype datatype) {
        long elements = workload.bucketBytes(index) / Datatype.FLOAT32.bytes();
        int parts = function == NcclFunction.ALL_REDUCE ? 1 : data.ranks();
        return Call.collective(function, Math.max(1, elements / parts), datatype);
    }

    private void joinReductions(StepBuilder step, Groups mine) {
        if (overlaps(mine)) {
            step.order(StepProgram.REDUCTION_STREAM, StepProgram.COMPUTE_STREAM);
        }
    }

    private static Call norm() {
        return Call.collective(NcclFunction.ALL_REDUCE, NORM_ELEMENTS, Datatype.FLOAT32);
    }

    /// Counts backward layers; in the last microbatch each hands its share of the buckets to the
    /// reduction stream.
    private final class LayersDone {
        private final StepBuilder step;
        private final Groups mine;
        private int layers;
        private int launched;

        private LayersDone(StepBuilder step, Groups mine) {
            this.step = step;
            this.mine = mine;
        }

        private void oneMore() {
            layers++;
            int beforeLast = workload.layers() * (workload.microbatches() - 1);
            if (layers > beforeLast && overlaps(mine)) {
                launchUpTo(layers - beforeLast);
            }
        }

        private void launchUpTo(int layersOfLast) {
            long share = (long) workload.buckets() * layersOfLast / workload.layers();
            if (launched < share) {
                step.order(StepProgram.COMPUTE_STREAM, StepProgram.REDUCTION_STREAM);
            }
            while (launched < share) {
                reduce(step, mine.data().orElseThrow(), launched, StepProgram.REDUCTION_STREAM);
                launched += workload.bucketsPerGroup();
            }
        }
    }
}
