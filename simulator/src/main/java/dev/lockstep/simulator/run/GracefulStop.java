// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.run;

import java.util.concurrent.CountDownLatch;

/// Turns Ctrl-C and SIGTERM into a stop at the end of a step: the signal only asks, and the process
/// ends when the work says that it is finished.
public final class GracefulStop {
    private static final CountDownLatch FINISHED = new CountDownLatch(1);

    private GracefulStop() {}

    /// From now on signals run `ask`, which must return soon.
    public static void install(Runnable ask) {
        Thread hook = new Thread(() -> {
            ask.run();
            awaitFinished();
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// The work is done: ends the process with that code. Does not return.
    public static void finished(int code) {
        FINISHED.countDown();
        System.exit(code);
    }

    /// Lets a process end whose work is done, without ending it.
    public static void finished() {
        FINISHED.countDown();
    }

    private static void awaitFinished() {
        try {
            FINISHED.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
