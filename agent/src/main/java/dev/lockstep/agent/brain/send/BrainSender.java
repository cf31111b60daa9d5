// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.send;

import dev.lockstep.agent.brain.spool.Outbox;
import dev.lockstep.agent.log.EventLog;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Brings the batches of the outbox to one brain, in order and one at a time. Its thread runs {@link #run}; the counts
/// may be read by any.
public final class BrainSender implements Runnable {
    private static final Duration IDLE = Duration.ofHours(1);

    private final int brain;
    private final String name;
    private final Outbox outbox;
    private final Postman postman;
    private final BackOff backOff;
    private final LongSupplier monotonicNanos;
    private final EventLog events;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong sentBytes = new AtomicLong();
    private final Map<String, Long> refused = new ConcurrentHashMap<>();
    private volatile int sampling;
    private volatile OptionalLong acknowledgedAt = OptionalLong.empty();
    private String problem = "";

    /// What it did since the agent started. `refused` is by reason: an attempt that failed, or a batch that the brain
    /// will not have.
    public record Counts(
            String brain,
            long sent,
            long sentBytes,
            Map<String, Long> refused,
            long dropped,
            OptionalLong sinceAcknowledgedNanos) {}

    /// `brain` is its number in the outbox, `name` what people call it.
    public BrainSender(int brain, String name, Outbox outbox, Postman postman, BackOff backOff, Clock clock) {
        this.brain = brain;
        this.name = name;
        this.outbox = outbox;
        this.postman = postman;
        this.backOff = backOff;
        this.monotonicNanos = clock.monotonicNanos();
        this.events = clock.events();
    }

    /// The clock that never steps, and the log, which has its own.
    public record Clock(LongSupplier monotonicNanos, EventLog events) {}

    /// Until the outbox is closed or the thread is interrupted.
    @Override
    public void run() {
        try {
            Duration wait = Duration.ZERO;
            while (!outbox.awaitClosed(wait)) {
                wait = once(IDLE);
            }
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }

    /// Sends the oldest batch, for which it waits at most so long; says how long to wait before the next one.
    Duration once(Duration atMost) throws InterruptedException {
        Optional<Outbox.Parcel> parcel = outbox.next(brain, atMost);
        if (parcel.isEmpty()) {
            return Duration.ZERO;
        }
        long number = parcel.get().number();
        byte[] bytes = parcel.get().bytes();
        return switch (postman.post(bytes)) {
            case Answer.Taken(int wanted) -> {
                outbox.acknowledge(brain, number);
                taken(bytes.length, wanted);
                yield Duration.ZERO;
            }
            case Answer.Refused(String reason) -> {
                outbox.drop(brain, number);
                refuse(reason, "the brain refuses a batch for good: do agent and brain fit together?");
                yield Duration.ZERO;
            }
            case Answer.Later(String reason, Duration atLeast) -> {
                refuse(reason, "batches wait; is the brain there, and are token and certificates right?");
                Duration backedOff = backOff.failed();
                yield backedOff.compareTo(atLeast) < 0 ? atLeast : backedOff;
            }
        };
    }

    private void taken(int bytes, int wanted) {
        sent.incrementAndGet();
        sentBytes.addAndGet(bytes);
        sampling = wanted;
        acknowledgedAt = OptionalLong.of(monotonicNanos.getAsLong());
        backOff.succeeded();
        if (!problem.isEmpty()) {
            events.log(Level.INFO, "brain_takes_batches_again", "brain", name);
            problem = "";
        }
    }

    private void refuse(String reason, String advice) {
        refused.merge(reason, 1L, Long::sum);
        if (!problem.equals(reason)) {
            events.log(Level.WARNING, "brain_not_fed", "brain", name, "cause", reason, "reason", advice);
            problem = reason;
        }
    }

    /// The k that the brain wants.
    public int sampling() {
        return sampling;
    }

    /// What it did.
    public Counts counts() {
        OptionalLong at = acknowledgedAt;
        OptionalLong since = at.isPresent()
                ? OptionalLong.of(Math.max(0, monotonicNanos.getAsLong() - at.getAsLong()))
                : OptionalLong.empty();
        return new Counts(name, sent.get(), sentBytes.get(), new TreeMap<>(refused), outbox.dropped(brain), since);
    }
}
