// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

import dev.lockstep.core.model.GpuIdentity;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A GPU at a moment. What it does not tell is absent.
///
/// @param throttles absent if it does not say why its clock is low
public record GpuHealth(
        GpuIdentity gpu,
        Identity identity,
        Map<GpuGauge, Double> gauges,
        Map<GpuCount, Long> counts,
        Optional<Set<Throttle>> throttles) {
    /// What it is, and what runs it.
    ///
    /// @param fabric cluster and clique of GPUs that NVLink joins over nodes, `uuid/7`
    public record Identity(
            Optional<String> model, Optional<String> vbios, Optional<String> driver, Optional<String> fabric) {}

    public GpuHealth {
        gauges = Map.copyOf(gauges);
        counts = Map.copyOf(counts);
        throttles = throttles.map(Set::copyOf);
    }
}
