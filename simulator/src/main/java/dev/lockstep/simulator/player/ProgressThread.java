// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import dev.lockstep.simulator.nccl.EventSender;
import dev.lockstep.simulator.nccl.EventType;
import dev.lockstep.simulator.nccl.ProfilerPlugin;
import dev.lockstep.simulator.player.PlayedGroup.Sight;
import dev.lockstep.simulator.timeline.GpuClock;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// The thread of one communicator and rank that polls the GPU's stamps (NCCL's proxy progress thread,
/// since version 7 a profiler thread): sends the channel events of the groups that the application
/// thread posts.
final class ProgressThread {
    private static final PlayedGroup END = new PlayedGroup(List.of(), false);

    private final ProfilerPlugin plugin;
    private final long context;
    private final GpuClock clock;
    private final Pace pace;
    private final BlockingQueue<PlayedGroup> posted;
    private final Thread thread;

    /// @param lead groups that may be posted and not yet played
    ProgressThread(ProfilerPlugin plugin, long context, GpuClock clock, Pace pace, int lead, String name) {
        this.plugin = plugin;
        this.context = context;
        this.clock = clock;
        this.pace = pace;
        this.posted = new ArrayBlockingQueue<>(lead);
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
        try {
            for (PlayedGroup group = posted.take(); group != END; group = posted.take()) {
                play(group, sender);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void play(PlayedGroup group, EventSender sender) {
        List<Sight> sights = group.sights();
        long[] events = new long[sights.size()];
        for (Sight sight : sights) {
            pace.await(sight.trueNanos());
            long stamp = clock.at(sight.trueNanos());
            if (sight.stops()) {
                sender.stopChannel(events[sight.slot()], stamp);
            } else if ((plugin.activeEvents() & EventType.KERNEL_CH) != 0) {
                long parent = group.handle(sight.operation());
                events[sight.slot()] = sender.startChannel(context, parent, sight.channel(), stamp);
            }
        }
    }
}
