// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// The two clocks of a host: `wall` tells people and Prometheus the time and may step; `monotonicNanos` is
/// CLOCK_MONOTONIC, which does not, so that graces are counted on it.
public record Clocks(InstantSource wall, LongSupplier monotonicNanos) {
    /// A moment on the clock that never steps. It is no date: only the time between two of them means something.
    Instant steady() {
        return Instant.EPOCH.plusNanos(monotonicNanos.getAsLong());
    }
}
