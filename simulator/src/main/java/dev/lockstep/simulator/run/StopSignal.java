// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Asks a node to stop at the end of a step. Any thread.
public final class StopSignal {
    private final CountDownLatch given = new CountDownLatch(1);

    /// Not asked yet.
    public StopSignal() {}

    /// Asks.
    public void give() {
        given.countDown();
    }

    /// Whether it was asked.
    public boolean isGiven() {
        return given.getCount() == 0;
    }

    /// Waits until asked.
    void await() throws InterruptedException {
        given.await();
    }

    /// Waits until asked, or that long.
    void await(Duration atMost) throws InterruptedException {
        boolean _ = given.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }
}
