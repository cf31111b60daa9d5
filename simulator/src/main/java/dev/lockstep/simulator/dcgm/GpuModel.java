// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

import dev.lockstep.simulator.dcgm.GpuReading.Memory;
import dev.lockstep.simulator.scenario.Workload;

/// Turns what a GPU does into power and heat: power follows at once, temperature slowly. The figures are those of an
/// H100 SXM of 700 W, rounded. Not for several threads.
final class GpuModel {
    static final int CLOCK_MHZ = 1980;
    static final int IDLE_CLOCK_MHZ = 345;

    private static final double IDLE_WATTS = 75;
    private static final double COMPUTE_WATTS = 560;
    private static final double TRANSFER_WATTS = 170;
    private static final double WAIT_WATTS = 60;
    private static final double HEAT_SECONDS = 30;
    private static final double AMBIENT = 26;
    private static final double DEGREES_PER_WATT = 0.062;
    private static final double MEMORY_DEGREES_MORE = 9;
    private static final long FRAMEBUFFER_MIB = 81_559;
    private static final long IDLE_MIB = 542;
    private static final long CONTEXT_MIB = 2_048;
    /// Parameters, gradients and the optimizer's state, in bytes for each byte of gradients.
    private static final long STATE_PER_GRADIENT_BYTE = 8;

    private final long usedMib;
    private double temperature = AMBIENT + DEGREES_PER_WATT * IDLE_WATTS;

    GpuModel(Workload workload) {
        long activations = workload.activationBytes() * workload.layers() * workload.microbatches();
        long bytes = workload.gradientBytes() * STATE_PER_GRADIENT_BYTE + activations;
        this.usedMib = Math.min(FRAMEBUFFER_MIB, IDLE_MIB + CONTEXT_MIB + (bytes >> 20));
    }

    /// The reading after that activity went on for so long.
    GpuReading after(Activity activity, double seconds) {
        double watts = watts(activity);
        double settled = AMBIENT + DEGREES_PER_WATT * watts;
        temperature += (settled - temperature) * (1 - Math.exp(-seconds / HEAT_SECONDS));
        long used = activity.isIdle() ? IDLE_MIB : usedMib;
        Memory memory = new Memory(used, FRAMEBUFFER_MIB - used);
        return new GpuReading(activity, watts, temperature, temperature + MEMORY_DEGREES_MORE, memory);
    }

    /// A GPU that computes slower does so at a lower clock, which also takes less power, but not in proportion.
    private static double watts(Activity activity) {
        double clock = 0.5 + 0.5 / activity.slowdown();
        return IDLE_WATTS
                + COMPUTE_WATTS * clock * activity.computing()
                + TRANSFER_WATTS * activity.transferring()
                + WAIT_WATTS * activity.waiting();
    }
}
