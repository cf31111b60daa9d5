// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.run;

import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.simulator.nccl.Dynamic;
import dev.lockstep.simulator.nccl.ProfilerPlugin;
import dev.lockstep.simulator.nccl.SimulatedDriver;
import dev.lockstep.simulator.player.Ending;
import dev.lockstep.simulator.player.NodePlayer;
import dev.lockstep.simulator.player.Pace;
import dev.lockstep.simulator.player.PlayerSettings;
import dev.lockstep.simulator.run.NodeResult.Outcome;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.GpuClock;
import dev.lockstep.simulator.timeline.GroupRun;
import dev.lockstep.simulator.timeline.GroupState;
import dev.lockstep.simulator.timeline.OperationRun;
import dev.lockstep.simulator.timeline.Operations;
import dev.lockstep.simulator.timeline.StepRun;
import dev.lockstep.simulator.timeline.Timeline;
import dev.lockstep.simulator.truth.FaultSummary;
import dev.lockstep.simulator.truth.StepOnsets;
import dev.lockstep.simulator.truth.TruthWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Runs one node in this process: generates step by step, writes the truth of its ranks and plays them
/// into the plugin. The plugin reads its environment from this process.
public final class NodeRun {
    private static final int LEAD = 16;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final NodeOptions options;
    private final Scenario scenario;
    private final Cluster cluster;
    private final Operations operationsOf;
    private final StepOnsets onsets;
    private final StopSignal stop;
    private final Pace pace;
    private final long endMillis;
    private int steps;
    private long operations;
    private long unfinished;
    private long stepBegin;

    private NodeRun(NodeOptions options, Scenario scenario, StopSignal stop) {
        this.options = options;
        this.scenario = scenario;
        this.cluster = Cluster.of(scenario);
        this.operationsOf = new Operations(cluster);
        this.onsets = new StepOnsets(scenario);
        this.stop = stop;
        this.pace = pace(options);
        this.endMillis = options.forAtMost()
                .map(duration -> options.startMillis() + duration.toMillis())
                .orElse(Long.MAX_VALUE);
    }

    /// Runs to the end. A node that its scenario kills takes this process with it.
    ///
    /// @param log takes each line that the plugin logs
    public static NodeResult run(NodeOptions options, StopSignal stop, Consumer<String> log)
            throws IOException, InterruptedException {
        Scenario read = ScenarioFile.read(options.scenario());
        Scenario scenario = read.withSteps(options.steps().orElse(read.steps()));
        int nodes = scenario.shape().nodes();
        if (options.node() < 0 || options.node() >= nodes) {
            throw new InvalidConfigException(List.of("node " + options.node() + ": the scenario has " + nodes));
        }
        Files.createDirectories(options.out());
        return new NodeRun(options, scenario, stop).run(log);
    }

    private static Pace pace(NodeOptions options) {
        if (options.scale().isEmpty()) {
            return Pace.fast();
        }
        long untilStart = (options.startMillis() - System.currentTimeMillis()) * NANOS_PER_MILLI;
        long origin = System.nanoTime() + untilStart;
        return Pace.real(System::nanoTime, origin, options.scale().get());
    }

    private NodeResult run(Consumer<String> log) throws IOException, InterruptedException {
        Optional<SimulatedDriver> driver = options.driver()
                .map(library -> SimulatedDriver.load(
                        library, options.node(), cluster.layout().gpusPerNode()));
        ProfilerPlugin plugin = ProfilerPlugin.load(options.plugin(), options.api(), log);
        NodePlayer player =
                new NodePlayer(cluster, options.node(), new PlayerSettings(plugin, driver, pace, epochNanos(), LEAD));
        player.start();
        Optional<StepRun> last;
        try (TruthWriter truth = TruthWriter.create(options.out(), options.node())) {
            last = play(player, truth);
        }
        FaultSummary.write(options.out(), scenario, onsets);
        Outcome outcome = end(player, last);
        if (outcome == Outcome.FINISHED || outcome == Outcome.STOPPED) {
            plugin.close();
        }
        return new NodeResult(
                outcome,
                options.node(),
                player.ranks().size(),
                steps,
                operations,
                unfinished,
                plugin.name(),
                plugin.api().number());
    }

    /// Beside a real clock GPU clocks show the time of day, as real ones nearly do.
    private long epochNanos() {
        return options.scale().isPresent() ? options.startMillis() * NANOS_PER_MILLI : GpuClock.EPOCH_NANOS;
    }

    /// Returns the step in which everything stopped, absent if nothing did.
    private Optional<StepRun> play(NodePlayer player, TruthWriter truth) throws InterruptedException {
        Timeline timeline = new Timeline(cluster);
        while (!isOver()) {
            Optional<StepRun> step = timeline.next();
            if (step.isEmpty()) {
                return Optional.empty();
            }
            onsets.begin(step.get().step(), stepBegin);
            stepBegin = step.get().endNanos();
            for (int rank : player.ranks()) {
                play(rank, step.get(), player, truth);
            }
            steps++;
            if (step.get().stopped()) {
                return step;
            }
        }
        return Optional.empty();
    }

    private boolean isOver() {
        return stop.isGiven() || System.currentTimeMillis() >= endMillis;
    }

    private void play(int rank, StepRun step, NodePlayer player, TruthWriter truth) throws InterruptedException {
        List<List<OperationRun>> groups = new ArrayList<>();
        for (GroupRun run : step.byRank().get(rank)) {
            List<OperationRun> ofGroup = operationsOf.of(run);
            ofGroup.forEach(operation -> truth.write(operation, player.clock(rank)));
            operations += ofGroup.size();
            unfinished += run.state() == GroupState.DONE ? 0 : ofGroup.size();
            groups.add(ofGroup);
        }
        player.play(rank, groups);
    }

    private Outcome end(NodePlayer player, Optional<StepRun> stoppedIn) throws InterruptedException {
        if (stoppedIn.isEmpty()) {
            boolean complete = steps == scenario.steps();
            player.end(Ending.FINALIZED);
            return complete ? Outcome.FINISHED : Outcome.STOPPED;
        }
        var killed = stoppedIn.get().killedNanos(options.node());
        if (killed.isPresent()) {
            player.end(Ending.ABANDONED);
            pace.await(killed.getAsLong());
            Dynamic.killThisProcess();
            return Outcome.KILLED;
        }
        player.end(Ending.ABANDONED);
        hold();
        return Outcome.STUCK;
    }

    /// A process whose ranks wait for ever stays, so that others can look at it.
    private void hold() throws InterruptedException {
        if (options.hold().isPresent()) {
            stop.await(options.hold().get());
        } else if (options.forAtMost().isPresent()) {
            long left = Math.max(0, endMillis - System.currentTimeMillis());
            stop.await(java.time.Duration.ofMillis(left));
        } else {
            stop.await();
        }
    }
}
