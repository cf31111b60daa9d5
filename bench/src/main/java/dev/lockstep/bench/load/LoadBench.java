// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.load;

import dev.lockstep.bench.feed.PlayedFeeds;
import dev.lockstep.bench.match.RecordedJob;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.wire.FeedEncoder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// A brain under load, over loopback: `heartbeats AGENTS…` sends a heartbeat of eight ranks a second for each
/// agent, one table row for each number of agents; `records RANKS` sends batches as fast as the brain takes
/// them and waits for its findings. `bench/RESULTS.md` holds the commands and the last results.
public final class LoadBench {
    private static final int SECONDS = 12;
    private static final int RECORD_SECONDS = 6;
    private static final int SENDERS = 8;
    private static final long SECOND = 1_000_000_000L;
    private static final long RETRY_NANOS = 20_000_000L;

    private LoadBench() {}

    /// See the class.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments[0].equals("records")) {
            records(Integer.parseInt(arguments[1]));
            return;
        }
        System.out.println("agents  ranks   taken/s  refused  failed  brain: cores   MiB  load: cores   MiB  lag s");
        for (int i = 1; i < arguments.length; i++) {
            heartbeats(Integer.parseInt(arguments[i]));
        }
    }

    /// The agents' moments are spread over the second, as they are in a cluster.
    private static void heartbeats(int agents) throws IOException, InterruptedException {
        try (BrainProcess brain = BrainProcess.start("-Xmx1g");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            LongAdder taken = new LongAdder();
            LongAdder refused = new LongAdder();
            LongAdder failed = new LongAdder();
            CountDownLatch connected = new CountDownLatch(agents);
            long begin = System.nanoTime() + 5 * SECOND + agents * SECOND / 2_500;
            CountDownLatch done = new CountDownLatch(agents);
            for (int agent = 0; agent < agents; agent++) {
                int node = agent;
                threads.execute(() -> {
                    try (Connection connection = new Connection(brain.port())) {
                        connected.countDown();
                        PlayedFeeds feeds = new PlayedFeeds(agents, 0, node);
                        for (int second = 0; second < SECONDS; second++) {
                            waitUntil(begin + second * SECOND + node * SECOND / agents);
                            int status = connection.send(FeedEncoder.encode(feeds.batch(node, second + 1)));
                            (status == 200 ? taken : refused).increment();
                        }
                    } catch (IOException gone) {
                        failed.increment();
                    } finally {
                        done.countDown();
                    }
                });
            }
            waitUntil(begin);
            double brainCpu = brain.cpuSeconds();
            double ownCpu = ownCpuSeconds();
            done.await();
            double seconds = (System.nanoTime() - begin) / 1e9;
            System.out.printf(
                    "%6d %6d %9.0f %8d %7d %13.2f %5d %12.2f %5d %6.2f%n",
                    agents,
                    agents * 8,
                    taken.sum() / seconds,
                    refused.sum(),
                    failed.sum(),
                    (brain.cpuSeconds() - brainCpu) / seconds,
                    brain.residentMebibytes(),
                    (ownCpuSeconds() - ownCpu) / seconds,
                    BrainProcess.residentMebibytes(ProcessHandle.current().pid()),
                    brain.metric("lockstep_brain_lag_seconds"));
        }
    }

    private static void records(int ranks) throws IOException, InterruptedException {
        List<RecordedJob> jobs = List.of(new RecordedJob("job-0", ranks / 2), new RecordedJob("job-1", ranks / 2));
        List<List<byte[]>> seconds = new ArrayList<>();
        long records = 0;
        for (int second = 0; second < RECORD_SECONDS; second++) {
            List<byte[]> batches = new ArrayList<>();
            for (RecordedJob job : jobs) {
                job.second(second).stream().map(LoadBench::encoded).forEach(batches::add);
                records += job.recordsPerSecond();
            }
            seconds.add(batches);
        }
        try (BrainProcess brain =
                BrainProcess.start("-Xmx2g", "--records-per-second=100000000", "--job-records-per-second=100000000")) {
            long begin = System.nanoTime();
            double cpu = brain.cpuSeconds();
            long batches = 0;
            for (List<byte[]> second : seconds) {
                sendAll(brain, second);
                batches += second.size();
            }
            while (brain.metric("lockstep_brain_batches_total") < batches
                    || brain.metric("lockstep_brain_queue_batches") > 0) {
                waitUntil(System.nanoTime() + RETRY_NANOS);
            }
            double wall = (System.nanoTime() - begin) / 1e9;
            double used = brain.cpuSeconds() - cpu;
            waitUntil(System.nanoTime() + 2 * SECOND);
            System.out.printf(
                    "%d ranks, %d records in %.1f s: %.2f million a second by the clock, %.2f million a second of CPU;"
                            + " brain %d MiB; parts refused %.0f%n",
                    ranks,
                    records,
                    wall,
                    records / wall / 1e6,
                    records / used / 1e6,
                    brain.residentMebibytes(),
                    brain.metric("lockstep_brain_refused_total"));
        }
    }

    private static byte[] encoded(NodeFeed feed) {
        return FeedEncoder.encode(feed);
    }

    /// On a few connections at once; what the brain has no room for is sent again.
    private static void sendAll(BrainProcess brain, List<byte[]> batches) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(SENDERS);
        for (int sender = 0; sender < SENDERS; sender++) {
            int first = sender;
            Thread.ofVirtual().start(() -> {
                try (Connection connection = new Connection(brain.port())) {
                    for (int i = first; i < batches.size(); i += SENDERS) {
                        while (connection.send(batches.get(i)) != 200) {
                            waitUntil(System.nanoTime() + RETRY_NANOS);
                        }
                    }
                } catch (IOException gone) {
                    System.out.println("a sender failed: " + gone.getMessage());
                } finally {
                    done.countDown();
                }
            });
        }
        done.await();
    }

    private static double ownCpuSeconds() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                        .getProcessCpuTime()
                / 1e9;
    }

    private static void waitUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
