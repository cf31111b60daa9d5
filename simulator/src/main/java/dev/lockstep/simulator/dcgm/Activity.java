// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

/// What one GPU did in a piece of time: shares of that time and bytes a second.
///
/// @param computing share in which it computed
/// @param transferring share in which an NCCL kernel moved data
/// @param waiting share in which an NCCL kernel waited for other ranks
/// @param slowdown how many times as long as it should it computes, 1 if it is well
record Activity(double computing, double transferring, double waiting, double slowdown, Traffic nvlink, Traffic pcie) {
    /// Bytes a second.
    record Traffic(double sent, double received) {
        static final Traffic NONE = new Traffic(0, 0);
    }

    static final Activity IDLE = new Activity(0, 0, 0, 1, Traffic.NONE, Traffic.NONE);

    /// Share in which any kernel ran; this is all that "utilisation" says.
    double busy() {
        return Math.min(1, computing + transferring + waiting);
    }

    boolean isIdle() {
        return busy() == 0;
    }
}
