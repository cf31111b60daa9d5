// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.model.time.EpochNanos;
import dev.lockstep.core.wire.FeedDecoder;
import dev.lockstep.core.wire.WireException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The way of a batch from its bytes into the queue. Any thread, one a request.
public final class Ingest {
    /// An agent that was silent for longer is not there.
    private static final Duration HERE = Duration.ofSeconds(10);

    private static final double NANOS_PER_SECOND = 1e9;

    /// What the agent is told.
    public sealed interface Answer {
        /// It was taken, or was before; `sampling` is the k to use from now on.
        record Taken(int sampling) implements Answer {}

        /// It was not.
        record Refused(BatchRefusal reason, String line) implements Answer {}
    }

    private final IngestQueue queue;
    private final IngestCounters counters;
    private final FeedGuard guard;
    private final JobMeter jobs;
    private final AgentTable agents = new AgentTable();
    private final long recordsPerSecond;
    private final InstantSource wall;
    private final LongSupplier nanos;
    private long sharedNanos;

    /// Into that queue. The records a second are those of all jobs and of one.
    public Ingest(
            IngestQueue queue,
            long recordsPerSecond,
            long jobRecordsPerSecond,
            InstantSource wall,
            LongSupplier nanos) {
        this.queue = queue;
        this.counters = new IngestCounters();
        this.guard = new FeedGuard(counters);
        this.jobs = new JobMeter(jobRecordsPerSecond, counters);
        this.recordsPerSecond = recordsPerSecond;
        this.wall = wall;
        this.nanos = nanos;
        this.sharedNanos = nanos.getAsLong();
    }

    /// Takes the batch that lies in the first `length` bytes; `wireBytes` is how long it was on the wire.
    public Answer take(byte[] bytes, int length, int wireBytes) {
        NodeFeed feed;
        try {
            feed = FeedDecoder.decode(bytes, 0, length);
        } catch (WireException malformed) {
            return refused(BatchRefusal.MALFORMED, String.valueOf(malformed.getMessage()));
        }
        Optional<String> problem = FeedGuard.problem(feed);
        if (problem.isPresent()) {
            return refused(BatchRefusal.MALFORMED, problem.get());
        }
        long now = nanos.getAsLong();
        Optional<BatchRefusal> refusal = agents.admit(feed, wireBytes, now, () -> enqueue(feed, wireBytes, now));
        if (refusal.isEmpty()) {
            return new Answer.Taken(jobs.exponentFor(feed));
        }
        if (refusal.get() == BatchRefusal.DUPLICATE) {
            counters.refused(BatchRefusal.DUPLICATE);
            return new Answer.Taken(jobs.exponentFor(feed));
        }
        return refused(refusal.get(), "wait " + IngestLimits.RETRY_SECONDS + " s and send it again");
    }

    private boolean enqueue(NodeFeed feed, int wireBytes, long now) {
        NodeFeed checked = jobs.within(guard.believable(feed, wallNanos()), now);
        int records = JobMeter.records(checked);
        if (!queue.offer(new IngestQueue.Arrived(checked, records, now))) {
            return false;
        }
        counters.took(wireBytes, records);
        return true;
    }

    private long wallNanos() {
        return EpochNanos.of(wall.instant());
    }

    /// Counts a refusal and makes its answer.
    public Answer.Refused refused(BatchRefusal reason, String line) {
        counters.refused(reason);
        return new Answer.Refused(reason, line);
    }

    /// Shares what the brain takes among the jobs anew; to be called about each second, by one thread.
    public void share() {
        long now = nanos.getAsLong();
        double seconds = (now - sharedNanos) / NANOS_PER_SECOND;
        if (seconds > 0) {
            jobs.share(recordsPerSecond, seconds, now);
            agents.forget(now);
            sharedNanos = now;
        }
    }

    /// What came and what was refused.
    public IngestCounters counters() {
        return counters;
    }

    /// Agents that sent something in the last seconds.
    public int agents() {
        return agents.seenWithin(HERE.toNanos(), nanos.getAsLong());
    }

    /// The largest k that an agent is told.
    public int samplingMax() {
        return jobs.exponentMax();
    }
}
