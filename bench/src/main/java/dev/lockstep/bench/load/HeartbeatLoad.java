// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.load;

import dev.lockstep.bench.feed.PlayedFeeds;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.model.time.EpochNanos;
import dev.lockstep.core.wire.FeedEncoder;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/// A heartbeat of eight ranks a second for each agent, each on a connection of its own, all in one job. What is
/// measured begins after a time in which the brain has met the job and its code was compiled. On a machine that
/// has something else to do, heartbeats can be further apart (`-Dheartbeat.seconds=4`): what one costs can then
/// be told all the same.
final class HeartbeatLoad {
    static final String HEADING =
            "agents  ranks   taken/s  refused  failed  unsent  brain: cores  µs each   MiB  load: cores  µs each   MiB  lag s";

    private static final int WARM_UP_BEATS = 25;
    private static final int MEASURED_BEATS = 20;
    /// Looks at the brain's lag while it is measured.
    private static final int SCRAPES = 2;

    private static final int RANKS_PER_NODE = 8;
    private static final int CONNECTS_PER_SECOND = 2_500;
    private static final long SECOND = 1_000_000_000L;
    private static final long BEAT = Integer.getInteger("heartbeat.seconds", 1) * SECOND;

    private final int agents;
    private final LongAdder taken = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder unsent = new LongAdder();
    private final CountDownLatch done;

    HeartbeatLoad(int agents) {
        this.agents = agents;
        this.done = new CountDownLatch(agents);
    }

    /// Prints a row of the table.
    void run() throws IOException, InterruptedException {
        try (BrainProcess brain = BrainProcess.start("-Xmx1400m");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long begin = System.nanoTime() + 2 * SECOND + agents * SECOND / CONNECTS_PER_SECOND;
            for (int agent = 0; agent < agents; agent++) {
                int node = agent;
                threads.execute(() -> beat(brain.port(), node, begin));
            }
            long measured = begin + WARM_UP_BEATS * BEAT;
            LoadBench.waitUntil(measured);
            long takenBefore = taken.sum();
            double brainCpu = brain.cpuSeconds();
            double ownCpu = LoadBench.ownCpuSeconds();
            double lag = 0;
            for (int scrape = 1; scrape <= SCRAPES; scrape++) {
                LoadBench.waitUntil(measured + BEAT * MEASURED_BEATS * scrape / SCRAPES);
                lag = Math.max(lag, brain.metric("lockstep_brain_lag_seconds"));
            }
            double seconds = (System.nanoTime() - measured) / 1e9;
            long measuredBeats = taken.sum() - takenBefore;
            brainCpu = brain.cpuSeconds() - brainCpu;
            ownCpu = LoadBench.ownCpuSeconds() - ownCpu;
            System.out.printf(
                    "%6d %6d %9.0f %8d %7d %7d %13.2f %8.0f %5d %12.2f %8.0f %5d %6.2f%n",
                    agents,
                    agents * RANKS_PER_NODE,
                    measuredBeats / seconds,
                    refused.sum(),
                    failed.sum(),
                    unsent.sum(),
                    brainCpu / seconds,
                    brainCpu * 1e6 / measuredBeats,
                    brain.residentMebibytes(),
                    ownCpu / seconds,
                    ownCpu * 1e6 / measuredBeats,
                    BrainProcess.residentMebibytes(ProcessHandle.current().pid()),
                    lag);
            brain.refusals().forEach(line -> System.out.println("  " + line));
            done.await();
        }
    }

    /// The agents' moments are spread over the second, as they are in a cluster. A heartbeat that would be a second
    /// late is not sent.
    private void beat(int port, int node, long begin) {
        try (Connection connection = new Connection(port)) {
            PlayedFeeds feeds = new PlayedFeeds(agents, 0, node);
            for (int beat = 0; beat < WARM_UP_BEATS + MEASURED_BEATS; beat++) {
                long due = begin + beat * BEAT + node * BEAT / agents;
                LoadBench.waitUntil(due);
                if (System.nanoTime() - due > BEAT) {
                    unsent.increment();
                    continue;
                }
                int status = connection.send(FeedEncoder.encode(now(feeds.batch(node, beat + 1))));
                (status == 200 ? taken : refused).increment();
            }
        } catch (IOException gone) {
            failed.increment();
        } finally {
            done.countDown();
        }
    }

    private static NodeFeed now(NodeFeed feed) {
        return new NodeFeed(
                feed.node(),
                feed.agent(),
                feed.batch(),
                EpochNanos.of(Instant.now()),
                feed.monotonicNanos(),
                feed.sampling(),
                feed.processes(),
                feed.losses(),
                feed.hardware());
    }
}
