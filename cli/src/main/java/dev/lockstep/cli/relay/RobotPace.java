// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Lets a robot's 20 messages a minute pass, counted over any minute and not by the clock's; refused attempts
/// do not count. Any thread.
final class RobotPace {
    /// The limit of the robot's documentation.
    static final int MESSAGES_A_MINUTE_MAX = 20;

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanos;
    private final Deque<Long> sent = new ArrayDeque<>();

    RobotPace(LongSupplier monotonicNanos) {
        this.nanos = monotonicNanos;
    }

    /// True if a message may be sent now; it counts from now on.
    synchronized boolean tryToSend() {
        long now = nanos.getAsLong();
        while (!sent.isEmpty() && now - sent.getFirst() >= MINUTE_NANOS) {
            sent.removeFirst();
        }
        if (sent.size() >= MESSAGES_A_MINUTE_MAX) {
            return false;
        }
        sent.addLast(now);
        return true;
    }
}
