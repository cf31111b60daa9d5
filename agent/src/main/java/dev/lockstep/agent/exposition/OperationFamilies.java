// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.OperationSums.Tuned;
import dev.lockstep.agent.exposition.OperationSums.Volume;
import dev.lockstep.agent.exposition.OperationSums.Waiting;
import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.agent.snapshot.SeriesIdentity;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.metric.NcclMetrics;
import dev.lockstep.core.model.NcclFunction;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/// The series of operations, for one group of communicators at a time:
///
/// ```
/// nccl_collective_calls_total{algo="RING",collective="AllReduce",comm="9f0d…",comm_rank="3",gpu="3",…} 1200
/// nccl_collective_duration_seconds_bucket{collective="AllReduce",…,size="64MiB",le="0.001953125"}
/// 1187
/// nccl_operation_inflight_age_seconds{collective="AllReduce",…} 31.5
/// ```
final class OperationFamilies {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Families families;
    private final ChannelFamilies channels;
    private final PhaseFamilies phases;
    private final LinkFamilies links;

    OperationFamilies(Families families) {
        this.families = families;
        this.channels = new ChannelFamilies(families);
        this.phases = new PhaseFamilies(families);
        this.links = new LinkFamilies(families);
    }

    void add(String node, SeriesIdentity identity, List<Membership> group) {
        LabelSet labels = LabelSet.of(MetricLabel.NODE, node)
                .and(MetricLabel.GPU, identity.gpu())
                .and(MetricLabel.RANK, identity.worldRank())
                .and(MetricLabel.COMM_RANK, identity.commRank())
                .and(MetricLabel.JOB_ID, identity.jobId())
                .and(MetricLabel.COMM, identity.comm());
        OperationSums sums = OperationSums.of(group);
        addDurations(labels, sums);
        OptionalInt ranks = group.getFirst().communicator().identity().ranks();
        sums.volumes().forEach((tuned, volume) -> addVolume(labels, tuned, volume, ranks));
        if (sums.busyNanos() > 0) {
            families.counter(NcclMetrics.COLLECTIVE_BUSY, labels, sums.busyNanos() / NANOS_PER_SECOND);
            families.counter(NcclMetrics.FUSED, labels, (double) sums.fusedCalls());
        }
        sums.waiting().forEach((function, waiting) -> addWaiting(labels, function, waiting));
        channels.add(labels, group);
        phases.add(labels, group);
        links.add(labels, group);
    }

    private void addDurations(LabelSet labels, OperationSums sums) {
        sums.durations().forEach((sized, histogram) -> {
            NcclFunction function = sized.function();
            LabelSet all = operation(labels, function)
                    .and(MetricLabel.SIZE, sized.size().label());
            families.histogram(
                    function.isPointToPoint() ? NcclMetrics.P2P_DURATION : NcclMetrics.COLLECTIVE_DURATION,
                    all,
                    new DurationDistribution(histogram));
        });
    }

    private void addVolume(LabelSet labels, Tuned tuned, Volume volume, OptionalInt ranks) {
        NcclFunction function = tuned.sized().function();
        LabelSet all = operation(labels, function)
                .and(MetricLabel.SIZE, tuned.sized().size().label())
                .and(MetricLabel.ALGO, tuned.algorithm())
                .and(MetricLabel.PROTO, tuned.protocol());
        if (function.isPointToPoint()) {
            families.counter(NcclMetrics.P2P_CALLS, all, (double) volume.calls());
            families.counter(NcclMetrics.P2P_BYTES, all, (double) volume.bytes());
            return;
        }
        families.counter(NcclMetrics.COLLECTIVE_CALLS, all, (double) volume.calls());
        families.counter(NcclMetrics.COLLECTIVE_BYTES, all, (double) volume.bytes());
        if (ranks.isPresent()) {
            double busBytes = volume.bytes() * function.busFactor(ranks.getAsInt());
            families.counter(NcclMetrics.COLLECTIVE_BUS_BYTES, all, busBytes);
        }
    }

    private void addWaiting(LabelSet labels, NcclFunction function, Waiting waiting) {
        LabelSet all = labels.and(MetricLabel.COLLECTIVE, function.ncclName());
        families.gauge(NcclMetrics.INFLIGHT, all, (double) waiting.count());
        if (waiting.count() > 0) {
            families.gauge(NcclMetrics.INFLIGHT_AGE, all, waiting.oldestNanos() / NANOS_PER_SECOND);
        }
    }

    private static LabelSet operation(LabelSet labels, NcclFunction function) {
        return function.isPointToPoint()
                ? labels.and(MetricLabel.DIRECTION, function.ncclName().toLowerCase(Locale.ROOT))
                : labels.and(MetricLabel.COLLECTIVE, function.ncclName());
    }
}
