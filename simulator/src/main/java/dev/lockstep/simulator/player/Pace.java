// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/// When the player plays what happens at a moment of true time.
public interface Pace {
    /// Returns when that moment has come, or at once if the thread is interrupted.
    void await(long trueNanos);

    /// As fast as the threads go; the application is a bounded number of groups ahead of the progress
    /// threads.
    static Pace fast() {
        return _ -> {};
    }

    /// Beside a real clock.
    ///
    /// @param clock nanoseconds, of any origin
    /// @param originNanos what the clock shows at true time 0
    /// @param scale seconds of true time in a second of the clock
    static Pace real(LongSupplier clock, long originNanos, double scale) {
        return trueNanos -> {
            long due = originNanos + Math.round(trueNanos / scale);
            for (long left = due - clock.getAsLong(); left > 0; left = due - clock.getAsLong()) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                LockSupport.parkNanos(left);
            }
        };
    }
}
