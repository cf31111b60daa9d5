// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.cost.CostModel;
import dev.lockstep.simulator.program.Call;
import dev.lockstep.simulator.random.Draw;
import dev.lockstep.simulator.random.Noise;
import dev.lockstep.simulator.topology.Communicator;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/// Where Sends meet their Recvs in a step, first with first for each communicator, sender and
/// receiver. A small Send ends without its receiver, since it fits into NCCL's buffers.
final class Pairings {
    private static final long BUFFERED_BYTES = 1L << 20;

    private record Pair(Communicator communicator, int sender, int receiver) {}

    private record Half(GroupRun run, Lane lane, boolean sends) {}

    private static final class Open {
        private final Queue<Half> halves = new ArrayDeque<>();
        private int matched;
    }

    private final Map<Pair, Open> open = new HashMap<>();
    private final CostModel costs;
    private final Noise noise;
    private final double sigma;

    Pairings(CostModel costs, Noise noise, double sigma) {
        this.costs = costs;
        this.noise = noise;
        this.sigma = sigma;
    }

    void beginStep() {
        open.clear();
    }

    void arrive(GroupRun run, Lane lane, StepGenerator step) {
        for (Call call : run.launch().calls()) {
            arrive(call, run, lane, step);
        }
    }

    private void arrive(Call call, GroupRun run, Lane lane, StepGenerator step) {
        Communicator communicator = run.launch().communicator();
        int peer = communicator.worldRank(call.peer());
        boolean sends = call.function() == NcclFunction.SEND;
        Pair pair = sends ? new Pair(communicator, run.rank(), peer) : new Pair(communicator, peer, run.rank());
        Open waiting = open.computeIfAbsent(pair, _ -> new Open());
        Half half = new Half(run, lane, sends);
        Half other = waiting.halves.peek();
        if (other == null || other.sends == sends) {
            waiting.halves.add(half);
            return;
        }
        waiting.halves.remove();
        long moved = moved(pair, call, run.step(), waiting.matched++);
        meet(sends ? half : other, sends ? other : half, call, moved, step);
    }

    private void meet(Half send, Half receive, Call call, long moved, StepGenerator step) {
        long both = Math.max(send.run.start(), receive.run.start()) + moved;
        if (send.run.neverEnds() || receive.run.neverEnds()) {
            return;
        }
        long killed = Math.min(step.killedNanos(send.run.rank()), step.killedNanos(receive.run.rank()));
        if (both > killed) {
            return;
        }
        boolean buffered = call.count() * call.datatype().bytes() <= BUFFERED_BYTES;
        send.run.finishPart(buffered ? send.run.start() + moved : both, moved);
        receive.run.finishPart(both, moved);
        step.wake(send.lane);
        step.wake(receive.lane);
    }

    private long moved(Pair pair, Call call, int step, int number) {
        long bytes = call.count() * call.datatype().bytes();
        long nanos = costs.pointToPoint(bytes, pair.sender, pair.receiver, step);
        long who = ((long) pair.communicator.index() << 32) | pair.sender;
        long when = ((long) step << 32) | number;
        return Math.round(nanos * noise.factor(Draw.TRANSFER, sigma, who, pair.receiver, when));
    }
}
