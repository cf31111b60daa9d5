// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.core.metric.InspectorMetrics;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.ReportedOperation;
import dev.lockstep.core.model.ReportedTiming;
import java.util.List;
import java.util.Locale;

/// The gauges of what a source has not counted but been told, as Inspector's `.prom` files:
///
/// ```
/// nccl_inspector_collective_duration_mean_seconds{collective="AllReduce",comm_name="TP_0",uuid="GPU-da8b…",…} 0.00028
/// ```
final class ReportedFamilies {
    private static final String UUID_PREFIX = "GPU-";

    private final Families families;

    ReportedFamilies(Families families) {
        this.families = families;
    }

    void add(List<SourceSnapshot> sources) {
        sources.stream().flatMap(source -> source.timings().stream()).forEach(this::add);
    }

    private void add(ReportedTiming timing) {
        LabelSet labels = labels(timing.operation());
        timing.seconds().ifPresent(seconds -> families.gauge(duration(timing), labels, seconds));
        timing.bytesPerSecond().ifPresent(rate -> families.gauge(bandwidth(timing), labels, rate));
    }

    private static MetricFamily duration(ReportedTiming timing) {
        return switch (timing.meaning()) {
            case MEAN ->
                timing.operation().function().isPointToPoint()
                        ? InspectorMetrics.P2P_MEAN
                        : InspectorMetrics.COLLECTIVE_MEAN;
            case LAST -> InspectorMetrics.COLLECTIVE_LAST;
        };
    }

    private static MetricFamily bandwidth(ReportedTiming timing) {
        return switch (timing.meaning()) {
            case MEAN ->
                timing.operation().function().isPointToPoint()
                        ? InspectorMetrics.P2P_BANDWIDTH_MEAN
                        : InspectorMetrics.COLLECTIVE_BANDWIDTH_MEAN;
            case LAST -> InspectorMetrics.COLLECTIVE_BANDWIDTH_LAST;
        };
    }

    private static LabelSet labels(ReportedOperation of) {
        NcclFunction function = of.function();
        LabelSet labels = LabelSet.of(MetricLabel.NODE, of.node())
                .and(MetricLabel.UUID, UUID_PREFIX + of.gpuUuid())
                .and(MetricLabel.JOB_ID, of.jobId())
                .and(MetricLabel.COMM, of.comm())
                .and(MetricLabel.COMM_RANK, of.commRank())
                .and(MetricLabel.COMM_NAME, of.commName())
                .and(MetricLabel.NRANKS, of.ranks())
                .and(MetricLabel.NNODES, of.nodes())
                .and(MetricLabel.MESSAGE_SIZE, of.messageSize())
                .and(MetricLabel.ALGO, of.algorithm())
                .and(MetricLabel.PROTO, of.protocol());
        return function.isPointToPoint()
                ? labels.and(MetricLabel.DIRECTION, function.ncclName().toLowerCase(Locale.ROOT))
                : labels.and(MetricLabel.COLLECTIVE, function.ncclName());
    }
}
