// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.metric.PhaseMetrics;
import dev.lockstep.core.model.KernelPhases;
import dev.lockstep.core.model.NcclFunction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The phases of one group of communicators' symmetric kernels:
///
/// ```
/// nccl_kernel_phase_seconds_total{algo="ST",collective="AllGather",…,phase="initial_sync"} 0.25
/// ```
final class PhaseFamilies {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Families families;

    private record Kernel(NcclFunction function, String name) {}

    PhaseFamilies(Families families) {
        this.families = families;
    }

    /// `labels` are those of the group.
    void add(LabelSet labels, List<Membership> group) {
        Map<Kernel, KernelPhases> kernels = new LinkedHashMap<>();
        for (Membership membership : group) {
            for (KernelPhases each : membership.communicator().phases()) {
                kernels.merge(new Kernel(each.function(), each.kernel()), each, KernelPhases::plus);
            }
        }
        kernels.forEach((kernel, phases) -> {
            LabelSet all = labels.and(MetricLabel.COLLECTIVE, kernel.function().ncclName())
                    .and(MetricLabel.ALGO, kernel.name());
            add(all, "initial_sync", phases.initialSync());
            add(all, "compute", phases.compute());
            add(all, "final_sync", phases.finalSync());
        });
    }

    private void add(LabelSet labels, String phase, KernelPhases.Sum sum) {
        LabelSet all = labels.and(MetricLabel.PHASE, phase);
        families.counter(PhaseMetrics.SECONDS, all, sum.nanos() / NANOS_PER_SECOND);
        families.counter(PhaseMetrics.COUNT, all, (double) sum.count());
    }
}
