// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.cost.Choice;
import dev.lockstep.simulator.cost.CostModel;
import dev.lockstep.simulator.cost.Transfer;
import dev.lockstep.simulator.cost.Tuning;
import dev.lockstep.simulator.program.Call;
import dev.lockstep.simulator.program.Item;
import dev.lockstep.simulator.random.Draw;
import dev.lockstep.simulator.random.Noise;
import dev.lockstep.simulator.topology.Communicator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Where the ranks of a communicator come together for a collective group of a step. When the last
/// one has come, all ends are known.
final class Meetings {
    /// Ends of aligned collectives differ by up to this between ranks.
    private static final double TAIL_NANOS = 800;

    /// The first operation of a communicator moves its data this much slower.
    private static final double COLD = 3;

    private record Key(Communicator communicator, int meeting) {}

    private record Arrival(GroupRun run, Lane lane) {}

    private final Map<Key, List<Arrival>> open = new HashMap<>();
    private final Tuning tuning;
    private final CostModel costs;
    private final Noise noise;
    private final double sigma;

    Meetings(Tuning tuning, CostModel costs, Noise noise, double sigma) {
        this.tuning = tuning;
        this.costs = costs;
        this.noise = noise;
        this.sigma = sigma;
    }

    void beginStep() {
        open.clear();
    }

    void arrive(GroupRun run, Lane lane, StepGenerator step) {
        Communicator communicator = run.launch().communicator();
        Key key = new Key(communicator, run.numbering().meeting());
        List<Arrival> arrivals = open.computeIfAbsent(key, _ -> new ArrayList<>(communicator.ranks()));
        arrivals.add(new Arrival(run, lane));
        if (arrivals.size() == communicator.ranks()) {
            open.remove(key);
            resolve(arrivals, step);
        }
    }

    private void resolve(List<Arrival> arrivals, StepGenerator step) {
        GroupRun first = arrivals.getFirst().run();
        Transfer transfer = transfer(first);
        boolean rooted = first.launch().calls().getFirst().function() == NcclFunction.BROADCAST;
        long from = rooted ? rootStart(arrivals) : latestStart(arrivals);
        long earliest = from + transfer.nanos();
        for (Arrival arrival : arrivals) {
            GroupRun run = arrival.run();
            if (run.neverEnds() || earliest > step.killedNanos(run.rank())) {
                return;
            }
        }
        for (Arrival arrival : arrivals) {
            GroupRun run = arrival.run();
            long end = Math.max(from, run.start()) + transfer.nanos() + tail(run);
            run.finish(end, transfer);
            step.wake(arrival.lane());
        }
    }

    private static long latestStart(List<Arrival> arrivals) {
        return arrivals.stream()
                .mapToLong(arrival -> arrival.run().start())
                .max()
                .orElseThrow();
    }

    /// A Broadcast waits for its root alone.
    private static long rootStart(List<Arrival> arrivals) {
        Item.Launch launch = arrivals.getFirst().run().launch();
        int root = launch.communicator().worldRank(launch.calls().getFirst().root());
        return arrivals.stream()
                .map(Arrival::run)
                .filter(run -> run.rank() == root)
                .mapToLong(GroupRun::start)
                .findFirst()
                .orElseThrow();
    }

    private Transfer transfer(GroupRun run) {
        Item.Launch launch = run.launch();
        Communicator communicator = launch.communicator();
        Transfer sum = null;
        for (Call call : launch.calls()) {
            long bytes = call.sizeBytes(communicator.ranks());
            Choice choice = tuning.choose(call.function(), bytes, communicator);
            Transfer one = costs.collective(call.function(), choice, bytes, communicator, run.step());
            sum = sum == null ? one : sum.plus(one);
        }
        if (sum == null) {
            throw new IllegalStateException("a group without calls: " + launch);
        }
        int meeting = run.numbering().meeting();
        double factor = noise.factor(Draw.TRANSFER, sigma, communicator.index(), run.step(), meeting);
        return sum.times(run.numbering().ordinal() == 0 ? factor * COLD : factor);
    }

    private long tail(GroupRun run) {
        double uniform = noise.uniform(
                Draw.TAIL,
                run.rank(),
                run.numbering().operation(),
                run.launch().communicator().index());
        return Math.round(uniform * TAIL_NANOS);
    }
}
