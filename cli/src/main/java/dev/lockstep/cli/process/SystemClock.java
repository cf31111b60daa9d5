// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.process;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/// The one class that reads the clocks of this machine. Commands hand them to what they start, so
/// that everything below can be played with a clock of the test's own.
public final class SystemClock {
    private SystemClock() {}

    /// Wall clock, for what people and Prometheus read. It may step.
    public static InstantSource wall() {
        return InstantSource.system();
    }

    /// Nanoseconds of a clock that never steps, for durations and deadlines; on Linux it is
    /// `CLOCK_MONOTONIC`, the clock of the plugin.
    public static LongSupplier monotonicNanos() {
        return System::nanoTime;
    }
}
