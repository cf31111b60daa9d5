// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.snapshot.SeriesIdentity;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.metric.NcclMetrics;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.ProcessIdentity;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/// The info series that others are joined with: at most one a (job, rank) and one a (job, communicator), so that a
/// join never finds two.
final class IdentityFamilies {
    private record Rank(String jobId, int rank) {}

    private record Communicator(String jobId, String comm) {}

    private final Families families;
    private final String node;
    private final Set<Rank> ranks = new HashSet<>();
    private final Set<Communicator> communicators = new HashSet<>();

    IdentityFamilies(Families families, String node) {
        this.families = families;
        this.node = node;
    }

    /// Living communicators speak before ended ones: a restarted rank is described as it is now.
    void add(SortedMap<SeriesIdentity, List<Membership>> groups) {
        addAll(groups, false);
        addAll(groups, true);
    }

    private void addAll(Map<SeriesIdentity, List<Membership>> groups, boolean ended) {
        groups.values().stream()
                .flatMap(List::stream)
                .filter(membership -> membership.communicator().ended() == ended)
                .forEach(this::add);
    }

    private void add(Membership membership) {
        ProcessIdentity process = membership.process().identity();
        CommunicatorIdentity communicator = membership.communicator().identity();
        if (communicators.add(new Communicator(process.jobId(), communicator.id()))) {
            addCommunicator(process, communicator);
        }
        if (communicator.worldRank().isPresent()
                && ranks.add(new Rank(process.jobId(), communicator.worldRank().getAsInt()))) {
            addRank(process, communicator);
        }
    }

    private void addCommunicator(ProcessIdentity process, CommunicatorIdentity communicator) {
        families.info(
                NcclMetrics.COMMUNICATOR_INFO,
                LabelSet.of(MetricLabel.NODE, node)
                        .and(MetricLabel.JOB_ID, process.jobId())
                        .and(MetricLabel.COMM, communicator.id())
                        .and(MetricLabel.COMM_NAME, communicator.name())
                        .and(MetricLabel.NRANKS, communicator.ranks())
                        .and(MetricLabel.NNODES, communicator.nodes()));
    }

    private void addRank(ProcessIdentity process, CommunicatorIdentity communicator) {
        Optional<GpuIdentity> gpu = communicator.gpu();
        LabelSet labels = LabelSet.of(MetricLabel.NODE, node)
                .and(MetricLabel.JOB_ID, process.jobId())
                .and(MetricLabel.RANK, communicator.worldRank())
                .and(MetricLabel.UUID, gpu.flatMap(GpuIdentity::uuid))
                .and(MetricLabel.PCI_BUS_ID, gpu.flatMap(GpuIdentity::pciBusId))
                .and(MetricLabel.HOSTNAME, process.host())
                .and(MetricLabel.PID, Long.toString(process.processId()))
                .and(MetricLabel.NCCL_VERSION, process.ncclVersion())
                .and(MetricLabel.PROFILER_API, process.profilerApi());
        families.info(
                NcclMetrics.RANK,
                gpu.isPresent() ? labels.and(MetricLabel.GPU, gpu.get().index()) : labels);
    }
}
