// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.core.model.ProcessSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// A source that says what the test wants next. The test's thread sets, the agent's reads.
public final class FakeSource implements Source {
    private final String name;
    private final AtomicInteger readings = new AtomicInteger();
    private volatile Supplier<Reading> next = () -> new Reading.Absent("nothing yet");
    private volatile boolean closed;

    /// A source of that name that is absent until told otherwise.
    public FakeSource(String name) {
        this.name = name;
    }

    /// From now on it sees these processes.
    public FakeSource sees(ProcessSnapshot... processes) {
        next = () -> new Reading.Fresh(List.of(processes), Map.of());
        return this;
    }

    /// From now on it reads like this.
    public FakeSource reads(Supplier<Reading> reading) {
        next = reading;
        return this;
    }

    /// How often it was read.
    public int readings() {
        return readings.get();
    }

    /// Whether it was closed.
    public boolean isClosed() {
        return closed;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reading read(Instant now) {
        readings.incrementAndGet();
        return next.get();
    }

    @Override
    public void close() {
        closed = true;
    }
}
