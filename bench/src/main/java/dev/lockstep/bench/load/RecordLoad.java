// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.load;

import dev.lockstep.bench.match.RecordedJob;
import dev.lockstep.core.model.time.EpochNanos;
import dev.lockstep.core.wire.FeedEncoder;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;

/// The records of single operations of two jobs, a second of them after the other, as fast as the brain takes them: it
/// has judged all of them by all detectors when the clock is stopped. What is measured begins after its code was
/// compiled.
final class RecordLoad {
    private static final String MATCHED = "lockstep_matched_operations_total";
    private static final int WARM_UP_SECONDS = 20;
    private static final int MEASURED_SECONDS = 30;
    private static final int SENDERS = 8;
    private static final long SECOND = 1_000_000_000L;
    private static final long RETRY_NANOS = 20_000_000L;
    private static final long PATIENCE_NANOS = 30 * SECOND;

    private final int ranks;
    private final List<RecordedJob> jobs;
    private final CyclicBarrier secondIsSent = new CyclicBarrier(SENDERS);
    private final CountDownLatch warm = new CountDownLatch(SENDERS);
    private final CountDownLatch done = new CountDownLatch(SENDERS);
    private final AtomicLong retries = new AtomicLong();

    RecordLoad(int ranks) {
        this.ranks = ranks;
        this.jobs = List.of(new RecordedJob("job-0", ranks / 2), new RecordedJob("job-1", ranks / 2));
    }

    /// Prints what it took.
    void run() throws IOException, InterruptedException {
        try (BrainProcess brain =
                BrainProcess.start("-Xmx2g", "--records-per-second=100000000", "--job-records-per-second=100000000")) {
            for (int sender = 0; sender < SENDERS; sender++) {
                int first = sender;
                Thread.ofPlatform().start(() -> send(brain.port(), first));
            }
            warm.await();
            long begin = System.nanoTime();
            double brainCpu = brain.cpuSeconds();
            double ownCpu = LoadBench.ownCpuSeconds();
            done.await();
            while (brain.metric("lockstep_brain_queue_batches") > 0) {
                LoadBench.waitUntil(System.nanoTime() + RETRY_NANOS);
            }
            double wall = (System.nanoTime() - begin) / 1e9;
            brainCpu = brain.cpuSeconds() - brainCpu;
            ownCpu = LoadBench.ownCpuSeconds() - ownCpu;
            long records = MEASURED_SECONDS * recordsPerSecond();
            System.out.printf(
                    "%d ranks, %d records in %.1f s: %.2f million a second by the clock; %.2f million a second of the"
                            + " brain's CPU, %.2f of both processes'; brain %d MiB%n",
                    ranks,
                    records,
                    wall,
                    records / wall / 1e6,
                    records / brainCpu / 1e6,
                    records / (brainCpu + ownCpu) / 1e6,
                    brain.residentMebibytes());
            tellWhatBecameOfThem(brain);
        }
    }

    private long recordsPerSecond() {
        return jobs.stream().mapToLong(RecordedJob::recordsPerSecond).sum();
    }

    /// The brain shows its counters with a delay.
    private void tellWhatBecameOfThem(BrainProcess brain) throws IOException {
        long seconds = WARM_UP_SECONDS + MEASURED_SECONDS;
        long expected = seconds
                * jobs.stream().mapToLong(RecordedJob::operationsPerSecond).sum();
        long patientUntil = System.nanoTime() + PATIENCE_NANOS;
        while (brain.metric(MATCHED) < expected && System.nanoTime() < patientUntil) {
            LoadBench.waitUntil(System.nanoTime() + SECOND);
        }
        System.out.printf(
                "  with those before: %.0f of %d records taken, of %d operations %.0f complete and %.0f partial; %d"
                        + " batches sent again%n",
                brain.metric("lockstep_brain_records_total"),
                seconds * recordsPerSecond(),
                expected,
                brain.metric(MATCHED, "\"complete\""),
                brain.metric(MATCHED, "\"partial\""),
                retries.get());
        brain.refusals().forEach(line -> System.out.println("  " + line));
    }

    /// What the brain has no room for is sent again. Nobody begins a second before all have sent the one before.
    private void send(int port, int first) {
        try (Connection connection = new Connection(port)) {
            for (int second = 0; second < WARM_UP_SECONDS + MEASURED_SECONDS; second++) {
                if (second == WARM_UP_SECONDS) {
                    warm.countDown();
                }
                for (byte[] batch : batches(first, second)) {
                    while (connection.send(batch) != 200) {
                        retries.incrementAndGet();
                        LoadBench.waitUntil(System.nanoTime() + RETRY_NANOS);
                    }
                }
                secondIsSent.await();
            }
        } catch (IOException | BrokenBarrierException gone) {
            System.out.println("a sender failed: " + gone.getMessage());
            secondIsSent.reset();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            warm.countDown();
            done.countDown();
        }
    }

    private List<byte[]> batches(int first, int second) {
        List<byte[]> batches = new ArrayList<>();
        for (RecordedJob job : jobs) {
            for (int node = first; node < job.nodes(); node += SENDERS) {
                batches.add(FeedEncoder.encode(job.batch(node, second, EpochNanos.of(Instant.now()))));
            }
        }
        return batches;
    }
}
