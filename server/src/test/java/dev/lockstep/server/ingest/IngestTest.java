// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.wire.FeedEncoder;
import dev.lockstep.server.Feeds;
import dev.lockstep.server.ingest.Ingest.Answer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// The way of a batch into the queue, with one who sends nonsense beside it.
class IngestTest {
    private final AtomicLong nanos = new AtomicLong(1_000_000_000L);
    private final IngestQueue queue = new IngestQueue();
    private final Ingest ingest =
            new Ingest(queue, 1_000_000, 1_000_000, () -> Instant.ofEpochSecond(1_764_500_000), nanos::get);

    @Test
    void refusesAnAgentThatSendsTooOftenAndNoOther() {
        int batches = IngestLimits.AGENT_BATCHES_PER_SECOND_MAX * IngestLimits.AGENT_BURST_SECONDS;
        for (int i = 1; i <= batches; i++) {
            assertThat(take(Feeds.of("node-a", i, "job-1", 0))).isInstanceOf(Answer.Taken.class);
        }

        assertThat(take(Feeds.of("node-a", batches + 1, "job-1", 0)))
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(BatchRefusal.AGENT_RATE));
        assertThat(take(Feeds.of("node-b", 1, "job-1", 0))).isInstanceOf(Answer.Taken.class);
        nanos.addAndGet(1_000_000_000L);
        assertThat(take(Feeds.of("node-a", batches + 1, "job-1", 0))).isInstanceOf(Answer.Taken.class);
    }

    @Test
    void refusesForATimeWhatTheQueueHasNoRoomFor() throws InterruptedException {
        int taken = 0;
        Answer last = new Answer.Taken(0);
        for (int node = 0; last instanceof Answer.Taken; node++) {
            last = take(Feeds.of("node-" + node, 1, "job-" + node, 100_000));
            taken++;
        }

        assertThat(last)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(BatchRefusal.QUEUE_FULL));
        assertThat(taken - 1).isEqualTo(IngestLimits.QUEUE_RECORDS_MAX / 100_000);
        queue.poll(0);
        assertThat(take(Feeds.of("node-" + (taken - 1), 1, "job-" + (taken - 1), 100_000)))
                .isInstanceOf(Answer.Taken.class);
    }

    @Test
    void answersAnyBytesAndKeepsTheNeighbourIntact() throws InterruptedException {
        long seed = 20_261_130;
        Random random = new Random(seed);
        byte[] good = FeedEncoder.encode(Feeds.of("node-b", 1, "job-b", 50));
        for (int i = 0; i < 20_000; i++) {
            byte[] hostile = good.clone();
            for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
                hostile[random.nextInt(hostile.length)] = (byte) random.nextInt();
            }
            assertThat(ingest.take(hostile, 1 + random.nextInt(hostile.length), hostile.length))
                    .as("seed %s, turn %s", seed, i)
                    .isNotNull();
        }

        assertThat(take(Feeds.of("node-c", 1, "job-c", 50))).isInstanceOf(Answer.Taken.class);
        List<String> jobs = new ArrayList<>();
        for (long i = ingest.counters().batches(); i > 0; i--) {
            NodeFeed feed = queue.poll(0).orElseThrow().feed();
            feed.processes().forEach(process -> jobs.add(process.jobId()));
        }
        assertThat(jobs).last().isEqualTo("job-c");
    }

    private Answer take(NodeFeed feed) {
        byte[] bytes = FeedEncoder.encode(feed);
        return ingest.take(bytes, bytes.length, bytes.length);
    }
}
