// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.List;
import java.util.stream.Stream;

/// Every metric family that Lockstep serves, once. A family that is served and not listed here fails a test, and so
/// does one that is listed and never served.
public final class MetricCatalogue {
    private MetricCatalogue() {}

    /// All families: NCCL's first, the agent's own after them, the brain's last.
    public static List<MetricFamily> all() {
        return Stream.of(
                        NcclMetrics.all(),
                        ChannelMetrics.all(),
                        PhaseMetrics.all(),
                        LinkMetrics.all(),
                        LossMetrics.all(),
                        TroubleMetrics.all(),
                        InspectorMetrics.all(),
                        DeviceLinkMetrics.all(),
                        DeviceGpuMetrics.all(),
                        AgentMetrics.all(),
                        FlightMetrics.all(),
                        FeedMetrics.all(),
                        BrainMetrics.all())
                .flatMap(List::stream)
                .toList();
    }
}
