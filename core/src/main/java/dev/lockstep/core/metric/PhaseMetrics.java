// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.List;

/// The families about the phases of symmetric kernels: the only wait that NCCL measures itself.
public final class PhaseMetrics {
    private static final String SERIES = "kernel phases";

    /// How long phases took.
    public static final MetricFamily SECONDS = counter(
            "nccl_kernel_phase_seconds_total",
            MetricUnit.SECONDS,
            "Time of symmetric kernels by phase, summed over channels. `initial_sync` is the wait for the peers where"
                    + " `algo` names an LD, ST or MC kernel; in LL ones it has the first data too. Needs"
                    + " LOCKSTEP_KERNEL_PHASES=1 in the job and NCCL 2.31.");

    /// How many phases there were.
    public static final MetricFamily COUNT = counter(
            "nccl_kernel_phases_total", MetricUnit.NONE, "Phases that nccl_kernel_phase_seconds_total sums up.");

    private PhaseMetrics() {}

    static List<MetricFamily> all() {
        return List.of(SECONDS, COUNT);
    }

    private static MetricFamily counter(String name, MetricUnit unit, String help) {
        return new MetricFamily(
                name,
                MetricKind.COUNTER,
                unit,
                help,
                NcclMetrics.with(MetricLabel.COLLECTIVE, MetricLabel.ALGO, MetricLabel.PHASE),
                SERIES,
                NcclMetrics.V1);
    }
}
