// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import dev.lockstep.simulator.nccl.CommunicatorDescription;
import dev.lockstep.simulator.nccl.EventSender;
import dev.lockstep.simulator.nccl.ProfilerPlugin;
import dev.lockstep.simulator.nccl.SimulatedDriver;
import dev.lockstep.simulator.network.NetworkPlan;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.GpuClock;
import dev.lockstep.simulator.timeline.GroupState;
import dev.lockstep.simulator.timeline.OperationRun;
import dev.lockstep.simulator.topology.Communicator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// One rank: its application thread makes the communicators, enqueues the groups of each step and at
/// the end frees the communicators, after their progress threads have ended.
final class RankPlayer {
    private static final int STEPS_AHEAD = 2;

    private sealed interface Work {
        record Step(List<List<OperationRun>> groups) implements Work {}

        record End(Ending ending) implements Work {}
    }

    private final Cluster cluster;
    private final int rank;
    private final PlayerSettings settings;
    private final GpuClock clock;
    private final BlockingQueue<Work> work = new ArrayBlockingQueue<>(STEPS_AHEAD);
    private final Map<Communicator, CommunicatorPlayer> communicators = new HashMap<>();
    private final Thread thread;

    RankPlayer(Cluster cluster, int rank, PlayerSettings settings) {
        this.cluster = cluster;
        this.rank = rank;
        this.settings = settings;
        this.clock = GpuClock.of(cluster, rank, settings.epochNanos());
        this.thread = new Thread(this::run, "rank-" + rank);
        this.thread.setDaemon(true);
    }

    GpuClock clock() {
        return clock;
    }

    void start() {
        thread.start();
    }

    /// Hands over a step; waits while the rank is too far behind.
    void play(List<List<OperationRun>> groups) throws InterruptedException {
        work.put(new Work.Step(groups));
    }

    void end(Ending ending) throws InterruptedException {
        work.put(new Work.End(ending));
    }

    void join() throws InterruptedException {
        thread.join();
    }

    private void run() {
        settings.driver().ifPresent(this::selectDevice);
        EventSender sender = settings.plugin().sender();
        cluster.communicators().of(rank).forEach(this::make);
        try {
            while (perform(work.take(), sender)) {}
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void selectDevice(SimulatedDriver driver) {
        driver.setDevice(cluster.layout().localRank(rank));
    }

    /// The plugin is told before the progress thread exists. Of a communicator that it wants to see
    /// nothing of, nothing is played.
    private void make(Communicator communicator) {
        ProfilerPlugin plugin = settings.plugin();
        CommunicatorDescription description = CommunicatorDescription.of(communicator, rank);
        plugin.init(description).ifPresent(context -> {
            ProgressThread progress = new ProgressThread(
                    settings, new NetworkPlan(cluster), context, clock, "progress-" + rank + "-" + communicator);
            CommunicatorPlayer player = new CommunicatorPlayer(plugin, context, description.rank(), progress);
            communicators.put(communicator, player);
            player.start();
        });
    }

    private boolean perform(Work next, EventSender sender) throws InterruptedException {
        return switch (next) {
            case Work.Step(var groups) -> {
                for (List<OperationRun> operations : groups) {
                    enqueue(operations, sender);
                }
                yield true;
            }
            case Work.End(Ending ending) -> {
                end(ending, communicators);
                yield false;
            }
        };
    }

    private void enqueue(List<OperationRun> operations, EventSender sender) throws InterruptedException {
        var group = operations.getFirst().group();
        Optional<CommunicatorPlayer> player =
                Optional.ofNullable(communicators.get(group.launch().communicator()));
        if (player.isEmpty() || group.state() == GroupState.NEVER) {
            return;
        }
        settings.pace().await(group.enqueueNanos());
        player.get().enqueue(operations, group.launch().grouped(), sender);
    }

    private static void end(Ending ending, Map<Communicator, CommunicatorPlayer> communicators)
            throws InterruptedException {
        for (CommunicatorPlayer player : communicators.values()) {
            player.joinProgress();
        }
        if (ending == Ending.FINALIZED) {
            communicators.values().forEach(CommunicatorPlayer::finish);
        }
    }
}
