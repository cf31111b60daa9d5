// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/// A brain under load, over loopback: `heartbeats AGENTS…` sends a heartbeat of eight ranks a second for each
/// agent, one table row for each number of agents; `records RANKS` sends batches as fast as the brain takes
/// them and waits for its findings. `bench/RESULTS.md` holds the commands and the last results.
public final class LoadBench {
    private LoadBench() {}

    /// See the class.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments[0].equals("records")) {
            new RecordLoad(Integer.parseInt(arguments[1])).run();
            return;
        }
        System.out.println(HeartbeatLoad.HEADING);
        for (int i = 1; i < arguments.length; i++) {
            new HeartbeatLoad(Integer.parseInt(arguments[i])).run();
        }
    }

    static double ownCpuSeconds() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                        .getProcessCpuTime()
                / 1e9;
    }

    static void waitUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
