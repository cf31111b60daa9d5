// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import dev.lockstep.core.feed.NodeFeed;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Batches on their way from the requests' threads to the one that analyses them, bounded in batches and in records.
public final class IngestQueue {
    /// A batch and when it came.
    public record Arrived(NodeFeed feed, int records, long nanos) {}

    private final ArrayBlockingQueue<Arrived> batches = new ArrayBlockingQueue<>(IngestLimits.QUEUE_BATCHES_MAX);
    private final AtomicInteger records = new AtomicInteger();

    /// An empty one.
    public IngestQueue() {}

    /// Whether there was room.
    boolean offer(Arrived batch) {
        if (records.addAndGet(batch.records()) <= IngestLimits.QUEUE_RECORDS_MAX && batches.offer(batch)) {
            return true;
        }
        records.addAndGet(-batch.records());
        return false;
    }

    /// The oldest batch; absent if none comes in that time.
    public Optional<Arrived> poll(long atMostNanos) throws InterruptedException {
        Arrived batch = batches.poll(Math.max(0, atMostNanos), TimeUnit.NANOSECONDS);
        if (batch != null) {
            records.addAndGet(-batch.records());
        }
        return Optional.ofNullable(batch);
    }

    /// How many wait.
    public int batches() {
        return batches.size();
    }
}
