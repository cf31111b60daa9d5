// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.host;

import dev.lockstep.core.analysis.incident.IncidentChange;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Passes changes of incidents on to those who listen. The publisher never waits: a listener that does not keep up is
/// ended, and finds out what it missed from the list of incidents.
public final class EventHub {
    /// Listeners at a time.
    public static final int LISTENERS_MAX = 256;
    /// Changes that wait for one listener.
    public static final int WAITING_MAX = 256;

    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong published = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    /// Nobody listens yet.
    public EventHub() {}

    /// One change and its number since the start.
    public record Event(long number, IncidentChange change) {}

    /// One who listens; closing it frees its place.
    public final class Listener implements AutoCloseable {
        private final ArrayBlockingQueue<Event> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
        private volatile boolean ended;

        private Listener() {}

        /// The next change, if one comes in that time.
        public Optional<Event> next(long atMostNanos) throws InterruptedException {
            return Optional.ofNullable(waiting.poll(atMostNanos, TimeUnit.NANOSECONDS));
        }

        /// Whether it did not keep up, or all is over.
        public boolean isEnded() {
            return ended;
        }

        @Override
        public void close() {
            ended = true;
            if (listeners.remove(this)) {
                count.decrementAndGet();
            }
        }
    }

    /// Listens from now on; absent if too many do.
    public Optional<Listener> listen() {
        if (count.incrementAndGet() > LISTENERS_MAX) {
            count.decrementAndGet();
            return Optional.empty();
        }
        Listener listener = new Listener();
        listeners.add(listener);
        return Optional.of(listener);
    }

    /// Tells all.
    public void publish(IncidentChange change) {
        Event event = new Event(published.incrementAndGet(), change);
        for (Listener listener : listeners) {
            if (!listener.waiting.offer(event)) {
                dropped.incrementAndGet();
                listener.close();
            }
        }
    }

    /// Ends all listeners.
    public void end() {
        listeners.forEach(Listener::close);
    }

    /// How many listen.
    public int listeners() {
        return count.get();
    }

    /// Listeners that were ended because they did not keep up.
    public long dropped() {
        return dropped.get();
    }
}
