// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import dev.lockstep.agent.snapshot.SourceSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A platform thread that reads its sources once an interval and hands each snapshot over. It owns them: nobody else
/// calls them, and it closes them when it ends.
public final class PollLoop implements AutoCloseable {
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private final List<SourcePoller> pollers;
    private final Duration interval;
    private final Consumer<SourceSnapshot> publish;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;

    private PollLoop(String name, List<SourcePoller> pollers, Duration interval, Consumer<SourceSnapshot> publish) {
        this.pollers = pollers;
        this.interval = interval;
        this.publish = publish;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    /// Starts to read `sources` by `rules`, at once and then again and again.
    public static PollLoop start(
            String name, List<PolledSource> sources, PollRules rules, Clocks clocks, Consumer<SourceSnapshot> publish) {
        List<SourcePoller> pollers = sources.stream()
                .map(source -> new SourcePoller(source, rules, clocks))
                .toList();
        PollLoop loop = new PollLoop(name, pollers, rules.interval(), publish);
        loop.thread.start();
        return loop;
    }

    private void run() {
        try {
            do {
                for (SourcePoller poller : pollers) {
                    publish.accept(poller.poll());
                }
            } while (!stop.await(interval.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        } finally {
            pollers.forEach(SourcePoller::close);
        }
    }

    /// Lets a reading that is under way end, for 5 s at most.
    @Override
    public void close() {
        stop.countDown();
        try {
            if (!thread.join(CLOSE_MAX)) {
                thread.interrupt();
            }
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }
}
