// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.send;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/// How long to wait before a brain is asked again: twice as long after each failure, and a part of that by chance, so
/// that the agents of a cluster do not come back all at once.
public final class BackOff {
    /// After the first failure, at most.
    static final Duration FIRST = Duration.ofSeconds(1);
    /// After many, at most.
    static final Duration LONGEST = Duration.ofSeconds(60);

    private final DoubleSupplier chance;
    private Duration next = FIRST;

    /// `chance` gives numbers from 0 to 1.
    public BackOff(DoubleSupplier chance) {
        this.chance = chance;
    }

    /// After a failure: between half of the longest time and all of it.
    Duration failed() {
        double part = 0.5 + chance.getAsDouble() / 2;
        Duration wait = Duration.ofNanos((long) (next.toNanos() * part));
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
        return wait;
    }

    /// After a success.
    void succeeded() {
        next = FIRST;
    }
}
