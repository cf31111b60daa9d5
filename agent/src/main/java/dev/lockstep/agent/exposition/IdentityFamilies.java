// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.exposition.series.LabelSet;
import dev.lockstep.agent.snapshot.SeriesIdentity;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.metric.NcclMetrics;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.Launch;
import dev.lockstep.core.model.PodIdentity;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.SlurmIdentity;
import dev.lockstep.core.role.Role;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;

/// The info series that others are joined with: at most one a (job, rank) and one a (node, job, communicator),
/// so that a join never finds two.
final class IdentityFamilies {
    private record Rank(String jobId, int rank) {}

    private record Communicator(String node, String jobId, String comm) {}

    private final Families families;
    private final String node;
    private final Map<String, Map<String, Role>> roles;
    private final Set<Rank> ranks = new HashSet<>();
    private final Set<Communicator> communicators = new HashSet<>();

    /// `roles` by job and communicator.
    IdentityFamilies(Families families, String node, Map<String, Map<String, Role>> roles) {
        this.families = families;
        this.node = node;
        this.roles = roles;
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
        if (communicators.add(new Communicator(nodeOf(process), process.jobId(), communicator.id()))) {
            addCommunicator(process, communicator);
        }
        if (communicator.worldRank().isPresent()
                && ranks.add(new Rank(process.jobId(), communicator.worldRank().getAsInt()))) {
            addRank(process, membership.process().launch(), communicator);
        }
    }

    private String nodeOf(ProcessIdentity process) {
        return process.node().orElse(node);
    }

    private void addCommunicator(ProcessIdentity process, CommunicatorIdentity communicator) {
        families.info(
                NcclMetrics.COMMUNICATOR_INFO,
                LabelSet.of(MetricLabel.NODE, nodeOf(process))
                        .and(MetricLabel.JOB_ID, process.jobId())
                        .and(MetricLabel.COMM, communicator.id())
                        .and(MetricLabel.COMM_NAME, communicator.name())
                        .and(MetricLabel.ROLE, Roles.label(roles, process.jobId(), communicator.id()))
                        .and(MetricLabel.NRANKS, communicator.ranks())
                        .and(MetricLabel.NNODES, communicator.nodes()));
    }

    private void addRank(ProcessIdentity process, Launch launch, CommunicatorIdentity communicator) {
        LabelSet labels = LabelSet.of(MetricLabel.NODE, nodeOf(process))
                .and(MetricLabel.JOB_ID, process.jobId())
                .and(MetricLabel.RANK, communicator.worldRank())
                .and(MetricLabel.HOSTNAME, process.host())
                .and(MetricLabel.PID, Long.toString(process.processId()))
                .and(MetricLabel.NCCL_VERSION, process.ncclVersion())
                .and(MetricLabel.PROFILER_API, process.profilerApi())
                .and(MetricLabel.INCARNATION, launch.incarnation());
        LabelSet launched = andPod(andSlurm(labels, launch.slurm()), launch.pod());
        families.info(NcclMetrics.RANK, andGpu(launched, communicator.gpu()));
    }

    private static LabelSet andGpu(LabelSet labels, Optional<GpuIdentity> gpu) {
        return labels.and(MetricLabel.GPU, gpu.map(GpuIdentity::index).orElse(OptionalInt.empty()))
                .and(MetricLabel.UUID, gpu.flatMap(GpuIdentity::uuid))
                .and(MetricLabel.PCI_BUS_ID, gpu.flatMap(GpuIdentity::pciBusId));
    }

    private static LabelSet andSlurm(LabelSet labels, Optional<SlurmIdentity> slurm) {
        if (slurm.isEmpty()) {
            return labels;
        }
        SlurmIdentity said = slurm.get();
        return labels.and(MetricLabel.SLURM_JOB_ID, said.job())
                .and(MetricLabel.SLURM_STEP_ID, said.step())
                .and(MetricLabel.SLURM_ARRAY_TASK, said.arrayTask())
                .and(MetricLabel.SLURM_JOB_NAME, said.name())
                .and(MetricLabel.SLURM_PARTITION, said.partition())
                .and(MetricLabel.SLURM_USER, said.user());
    }

    private static LabelSet andPod(LabelSet labels, PodIdentity pod) {
        return labels.and(MetricLabel.K8S_NAMESPACE, pod.namespace())
                .and(MetricLabel.K8S_POD, pod.name())
                .and(MetricLabel.K8S_POD_UID, pod.uid())
                .and(MetricLabel.K8S_CONTAINER, pod.container());
    }
}
