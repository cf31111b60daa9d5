// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import dev.lockstep.simulator.nccl.EventSender;
import dev.lockstep.simulator.nccl.EventType;
import dev.lockstep.simulator.nccl.NetworkSender;
import dev.lockstep.simulator.nccl.ProfilerPlugin;
import dev.lockstep.simulator.network.Moment;
import dev.lockstep.simulator.network.NetworkPart;
import dev.lockstep.simulator.network.NetworkPlan;
import dev.lockstep.simulator.player.PlayedGroup.Sight;
import dev.lockstep.simulator.timeline.GpuClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// The thread of one communicator and rank that polls the GPU's stamps (NCCL's proxy progress thread,
/// since version 7 a profiler thread): sends the channel events of the groups that the application
/// thread posts, and between nodes those of their proxies, which NCCL sends from one thread too below version 7.
final class ProgressThread {
    private static final PlayedGroup END = new PlayedGroup(List.of(), false);

    private final ProfilerPlugin plugin;
    private final long context;
    private final GpuClock clock;
    private final Pace pace;
    private final NetworkPlan network;
    private final BlockingQueue<PlayedGroup> posted;
    private final Thread thread;

    ProgressThread(PlayerSettings settings, NetworkPlan network, long context, GpuClock clock, String name) {
        this.plugin = settings.plugin();
        this.network = network;
        this.context = context;
        this.clock = clock;
        this.pace = settings.pace();
        this.posted = new ArrayBlockingQueue<>(settings.lead());
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void post(PlayedGroup group) throws InterruptedException {
        posted.put(group);
    }

    /// Plays what is posted and ends.
    void join() throws InterruptedException {
        posted.put(END);
        thread.join();
    }

    private void run() {
        EventSender sender = plugin.sender();
        NetworkSender networkSender = plugin.networkSender();
        try {
            for (PlayedGroup group = posted.take(); group != END; group = posted.take()) {
                play(group, sender, networkSender);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private record NetworkSight(Moment moment, PlayedNetwork part) {}

    /// What is seen of the group on the network, in the order of time; nothing unless the plugin asks for it.
    private Deque<NetworkSight> onNetwork(PlayedGroup group) {
        if ((plugin.activeEvents() & EventType.PROXY_STEP) == 0) {
            return new ArrayDeque<>();
        }
        List<NetworkSight> sights = new ArrayList<>();
        for (int i = 0; i < group.operations().size(); i++) {
            for (NetworkPart part : network.parts(group.operations().get(i))) {
                PlayedNetwork played = new PlayedNetwork(part, context, group.handle(i));
                part.moments().forEach(moment -> sights.add(new NetworkSight(moment, played)));
            }
        }
        sights.sort(Comparator.comparingLong(sight -> sight.moment().trueNanos()));
        return new ArrayDeque<>(sights);
    }

    private void playUntil(long trueNanos, Deque<NetworkSight> sights, NetworkSender sender) {
        while (!sights.isEmpty() && sights.getFirst().moment().trueNanos() <= trueNanos) {
            NetworkSight sight = sights.removeFirst();
            pace.await(sight.moment().trueNanos());
            sight.part().play(sight.moment(), sender);
        }
    }

    private void play(PlayedGroup group, EventSender sender, NetworkSender networkSender) {
        List<Sight> sights = group.sights();
        Deque<NetworkSight> onNetwork = onNetwork(group);
        long[] events = new long[sights.size()];
        for (Sight sight : sights) {
            playUntil(sight.trueNanos() - 1, onNetwork, networkSender);
            pace.await(sight.trueNanos());
            long stamp = clock.at(sight.trueNanos());
            if (sight.stops()) {
                sender.stopChannel(events[sight.slot()], stamp);
            } else if ((plugin.activeEvents() & EventType.KERNEL_CH) != 0) {
                long parent = group.handle(sight.operation());
                events[sight.slot()] = sender.startChannel(context, parent, sight.channel(), stamp);
            }
        }
        playUntil(Long.MAX_VALUE, onNetwork, networkSender);
    }
}
