// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.simulator.cost.CostModel;
import dev.lockstep.simulator.cost.PathFactors;
import dev.lockstep.simulator.cost.Tuning;
import dev.lockstep.simulator.program.Item;
import dev.lockstep.simulator.program.StepProgram;
import dev.lockstep.simulator.program.TrainingProgram;
import dev.lockstep.simulator.random.Draw;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Hosts;
import dev.lockstep.simulator.scenario.Scenario;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Stream;

/// Generates a job step by step: the same from the same scenario in every process, in memory that
/// does not grow with the steps. Every node of a simulated cluster generates the whole cluster, as
/// what one rank sees depends on all. Not for several threads.
public final class Timeline {
    private final Cluster cluster;
    private final Scenario scenario;
    private final TrainingProgram program;
    private final FaultSchedule faults;
    private final Disturbances disturbances;
    private final Meetings meetings;
    private final Pairings pairings;
    private final List<Counters> counters;
    private final long[] readyNanos;
    private final Queue<Lane> awake = new ArrayDeque<>();
    private int nextStep;
    private boolean stopped;
    private long lastStepNanos;

    public Timeline(Cluster cluster) {
        this.cluster = cluster;
        this.scenario = cluster.scenario();
        int ranks = cluster.layout().ranks();
        this.program = new TrainingProgram(scenario.workload(), cluster.communicators(), ranks, scenario.decoys());
        this.faults = new FaultSchedule(scenario.faults(), cluster.layout());
        this.disturbances = new Disturbances(cluster);
        PathFactors paths = new PathFactors(cluster.layout(), scenario.faults(), scenario.decoys());
        CostModel costs = new CostModel(scenario.fabric(), cluster.layout(), paths);
        double sigma = scenario.fabric().transferNoise();
        Tuning tuning = new Tuning(scenario.fabric());
        this.meetings = new Meetings(tuning, costs, cluster.noise(), sigma);
        this.pairings = new Pairings(costs, cluster.noise(), sigma);
        this.counters = Stream.generate(Counters::new).limit(ranks).toList();
        this.readyNanos = new long[ranks];
        faults.stops().forEach(this::checkStop);
    }

    /// The next step; absent after the last one and after the first in which ranks wait for ever.
    public Optional<StepRun> next() {
        if (stopped || nextStep >= scenario.steps()) {
            return Optional.empty();
        }
        StepRun run = generate(nextStep++);
        stopped = run.stopped();
        return Optional.of(run);
    }

    private void checkStop(Fault.Stop stop) {
        FaultSchedule.indexOf(stop, program.of(stop.rank(), stop.fromStep()));
    }

    private StepRun generate(int step) {
        meetings.beginStep();
        pairings.beginStep();
        long begin = Arrays.stream(readyNanos).max().orElseThrow();
        long middle = begin + Math.max(1_000_000, lastStepNanos / 2);
        Map<Integer, Long> killedNodes = new HashMap<>();
        faults.crashes(step).forEach(node -> killedNodes.put(node, middle));
        Map<Integer, Long> killedRanks = new HashMap<>();
        faults.kills(step).forEach(rank -> killedRanks.put(rank, middle));
        long[] killed = killed(killedNodes, killedRanks);
        List<RankStep> ranks = new ArrayList<>();
        for (int rank = 0; rank < readyNanos.length; rank++) {
            ranks.add(plan(rank, step));
        }
        run(ranks, step, killed);
        boolean complete = ranks.stream().allMatch(RankStep::isComplete);
        if (!complete) {
            ranks.forEach(rank -> settle(rank, step, killed));
        }
        ranks.forEach(rank -> readyNanos[rank.rank()] = rank.end());
        long end = Arrays.stream(readyNanos).max().orElseThrow();
        lastStepNanos = end - begin;
        List<List<GroupRun>> byRank = ranks.stream().map(Timeline::enqueued).toList();
        return new StepRun(step, byRank, killedNodes, killedRanks, !complete, end);
    }

    private long[] killed(Map<Integer, Long> nodes, Map<Integer, Long> ranks) {
        long[] killed = new long[readyNanos.length];
        Arrays.setAll(
                killed,
                rank -> Math.min(
                        nodes.getOrDefault(cluster.layout().node(rank), Long.MAX_VALUE),
                        ranks.getOrDefault(rank, Long.MAX_VALUE)));
        return killed;
    }

    private static List<GroupRun> enqueued(RankStep rank) {
        return rank.runs().stream()
                .filter(run -> run.state() != GroupState.PLANNED)
                .toList();
    }

    private void settle(RankStep rank, int step, long[] killed) {
        boolean hangs = faults.stop(rank.rank(), step)
                .filter(stop -> stop.form() == Fault.Form.HANG)
                .isPresent();
        rank.settle(killed[rank.rank()], hangs);
    }

    private RankStep plan(int rank, int step) {
        StepProgram steps = program.of(rank, step);
        Hosts hosts = scenario.hosts();
        Counters own = counters.get(rank);
        own.beginStep();
        long loader = Math.round(hosts.loaderNanos() * cluster.noise().factor(Draw.LOADER, 0.1, rank, step, 0));
        long host =
                readyNanos[rank] + loader + faults.hostDelayNanos(rank, step) + disturbances.hostDelayNanos(rank, step);
        long begin = host;
        Map<Integer, Item.Launch> launches = new LinkedHashMap<>();
        for (List<Item> items : steps.streams()) {
            for (Item item : items) {
                if (item instanceof Item.Launch launch) {
                    launches.put(launch.hostIndex(), launch);
                }
            }
        }
        GroupRun[] runs = new GroupRun[steps.launches()];
        for (int i = 0; i < runs.length; i++) {
            Item.Launch launch = launches.get(i);
            if (launch == null) {
                throw new IllegalStateException("rank " + rank + " has no group " + i);
            }
            host += hostNanos(own, launch, rank, step);
            runs[i] = new GroupRun(rank, step, launch, own.take(launch), host);
        }
        return planned(rank, step, steps, runs, begin);
    }

    /// What the plan becomes by a fault that ends everything.
    private RankStep planned(int rank, int step, StepProgram steps, GroupRun[] runs, long begin) {
        int ahead = scenario.hosts().enqueueAhead();
        if (step == 0 && faults.isStuckInSetup(rank, cluster.communicators().of(rank))) {
            return new RankStep(rank, steps, runs, ahead, 0, begin);
        }
        Optional<Fault.Stop> stop = faults.stop(rank, step);
        if (stop.isEmpty()) {
            return new RankStep(rank, steps, runs, ahead, runs.length, begin);
        }
        int index = FaultSchedule.indexOf(stop.get(), steps);
        Fault.Form form = stop.get().form();
        int hostEnd = form == Fault.Form.HANG ? index : runs.length;
        RankStep planned = new RankStep(rank, steps, runs, ahead, hostEnd, begin);
        switch (form) {
            case HANG -> {}
            case GPU_STALL -> planned.stallFrom(index);
            case STUCK_TRANSFER -> runs[index].neverEnd();
            case MISMATCHED_FUNCTION, MISMATCHED_SIZE -> runs[index] = runs[index].mismatched(form);
        }
        return planned;
    }

    /// Host time that a group takes: connections are set up at the first one of a communicator.
    private long hostNanos(Counters own, Item.Launch launch, int rank, int step) {
        Hosts hosts = scenario.hosts();
        int index = launch.hostIndex();
        double nanos = hosts.enqueueNanos() * cluster.noise().factor(Draw.ENQUEUE, 0.2, rank, step, index);
        if (own.isFirst(launch.communicator())) {
            int communicator = launch.communicator().index();
            nanos += hosts.setupNanos() * cluster.noise().factor(Draw.SETUP, 0.2, rank, communicator, 0);
        }
        return Math.round(nanos);
    }

    private void run(List<RankStep> ranks, int step, long[] killed) {
        StepGenerator generator = new Generator(step, killed);
        ranks.forEach(rank -> awake.addAll(rank.lanes()));
        for (Lane lane = awake.poll(); lane != null; lane = awake.poll()) {
            lane.advance(generator);
        }
    }

    private final class Generator implements StepGenerator {
        private final int step;
        private final long[] killed;

        private Generator(int step, long[] killed) {
            this.step = step;
            this.killed = killed;
        }

        @Override
        public long computeNanos(int rank, Item.Compute compute) {
            double noise =
                    cluster.noise().factor(Draw.COMPUTE, scenario.workload().computeNoise(), rank, step, compute.key());
            double factor = faults.computeFactor(rank, step) * disturbances.computeFactor(rank, step);
            return Math.round(compute.nanos() * noise * factor);
        }

        @Override
        public long launchNanos() {
            return scenario.hosts().launchNanos();
        }

        @Override
        public long killedNanos(int rank) {
            return killed[rank];
        }

        @Override
        public void arrive(GroupRun run, Lane lane) {
            if (run.launch().isPointToPoint()) {
                pairings.arrive(run, lane, this);
            } else {
                meetings.arrive(run, lane, this);
            }
        }

        @Override
        public void wake(Lane lane) {
            awake.add(lane);
        }
    }
}
