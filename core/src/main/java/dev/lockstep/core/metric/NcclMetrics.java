// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.ArrayList;
import java.util.List;

/// The families about NCCL itself, as the agent serves them for one node.
public final class NcclMetrics {
    static final String V1 = "0.1.0";

    private static final List<MetricLabel> COMMUNICATOR = List.of(
            MetricLabel.NODE,
            MetricLabel.GPU,
            MetricLabel.RANK,
            MetricLabel.COMM_RANK,
            MetricLabel.JOB_ID,
            MetricLabel.COMM);

    /// Who a rank is.
    public static final MetricFamily RANK = info(
            "nccl_rank_info",
            "What is known of a rank: its GPU, host, process, NCCL and who launched it. Join on (node, job_id, rank).",
            List.of(
                    MetricLabel.NODE,
                    MetricLabel.JOB_ID,
                    MetricLabel.RANK,
                    MetricLabel.GPU,
                    MetricLabel.UUID,
                    MetricLabel.PCI_BUS_ID,
                    MetricLabel.HOSTNAME,
                    MetricLabel.PID,
                    MetricLabel.NCCL_VERSION,
                    MetricLabel.PROFILER_API,
                    MetricLabel.INCARNATION,
                    MetricLabel.SLURM_JOB_ID,
                    MetricLabel.SLURM_STEP_ID,
                    MetricLabel.SLURM_ARRAY_TASK,
                    MetricLabel.SLURM_JOB_NAME,
                    MetricLabel.SLURM_PARTITION,
                    MetricLabel.SLURM_USER,
                    MetricLabel.K8S_NAMESPACE,
                    MetricLabel.K8S_POD,
                    MetricLabel.K8S_POD_UID,
                    MetricLabel.K8S_CONTAINER),
            "ranks");

    /// What a communicator is.
    public static final MetricFamily COMMUNICATOR_INFO = info(
            "nccl_communicator_info",
            "What is known of a communicator: its name, role and size. Join on (node, job_id, comm).",
            List.of(
                    MetricLabel.NODE,
                    MetricLabel.JOB_ID,
                    MetricLabel.COMM,
                    MetricLabel.COMM_NAME,
                    MetricLabel.ROLE,
                    MetricLabel.NRANKS,
                    MetricLabel.NNODES),
            "communicators of the node");

    /// How long collectives took.
    public static final MetricFamily COLLECTIVE_DURATION = durations(
            "nccl_collective_duration_seconds",
            "Time of collectives in their kernel, waits for other ranks included; one observation an"
                    + " operation, or one for a fused group.",
            MetricLabel.COLLECTIVE);

    /// Bytes of collectives.
    public static final MetricFamily COLLECTIVE_BYTES = counter(
            "nccl_collective_bytes_total",
            MetricUnit.BYTES,
            "Bytes of collectives as nccl-tests count the size: the whole buffer over all ranks for"
                    + " AllGather, ReduceScatter and AlltoAll.",
            with(MetricLabel.COLLECTIVE, MetricLabel.SIZE, MetricLabel.ALGO, MetricLabel.PROTO),
            "tuned");

    /// Bus bytes of collectives.
    public static final MetricFamily COLLECTIVE_BUS_BYTES = counter(
            "nccl_collective_bus_bytes_total",
            MetricUnit.BYTES,
            "Bytes of collectives times the bus factor of nccl-tests. Its rate over that of the busy"
                    + " seconds is the apparent bus bandwidth, waits included. Left out where the"
                    + " number of ranks is unknown.",
            with(MetricLabel.COLLECTIVE, MetricLabel.SIZE, MetricLabel.ALGO, MetricLabel.PROTO),
            "tuned");

    /// Time in which a communicator was busy.
    public static final MetricFamily COLLECTIVE_BUSY = counter(
            "nccl_collective_busy_seconds_total",
            MetricUnit.SECONDS,
            "Time in which at least one operation of the communicator ran on the GPU: the union of"
                    + " their spans, waits included. No series where the source knows no spans, as Inspector's files.",
            COMMUNICATOR,
            "memberships");

    /// Calls of collectives.
    public static final MetricFamily COLLECTIVE_CALLS = counter(
            "nccl_collective_calls_total",
            MetricUnit.NONE,
            "Collectives that were called and ended, also those whose time NCCL does not report.",
            with(MetricLabel.COLLECTIVE, MetricLabel.SIZE, MetricLabel.ALGO, MetricLabel.PROTO),
            "tuned");

    /// How long Send and Recv took.
    public static final MetricFamily P2P_DURATION = durations(
            "nccl_p2p_duration_seconds",
            "Time of Send and Recv in their kernel, waits for the peer included; one observation an"
                    + " operation, or one for a fused group.",
            MetricLabel.DIRECTION);

    /// Bytes of Send and Recv.
    public static final MetricFamily P2P_BYTES = counter(
            "nccl_p2p_bytes_total",
            MetricUnit.BYTES,
            "Bytes sent or received by Send and Recv.",
            with(MetricLabel.DIRECTION, MetricLabel.SIZE, MetricLabel.ALGO, MetricLabel.PROTO),
            "tuned");

    /// Calls of Send and Recv.
    public static final MetricFamily P2P_CALLS = counter(
            "nccl_p2p_calls_total",
            MetricUnit.NONE,
            "Send and Recv that were called and ended, also those whose time NCCL does not report.",
            with(MetricLabel.DIRECTION, MetricLabel.SIZE, MetricLabel.ALGO, MetricLabel.PROTO),
            "tuned");

    /// Operations that are not done.
    public static final MetricFamily INFLIGHT = gauge(
            "nccl_operations_inflight",
            MetricUnit.NONE,
            "Operations that are enqueued and not done; 0 for what ran before and is idle now."
                    + " `collective` is also Send or Recv here.",
            with(MetricLabel.COLLECTIVE),
            "functions");

    /// Age of the oldest of them.
    public static final MetricFamily INFLIGHT_AGE = gauge(
            "nccl_operation_inflight_age_seconds",
            MetricUnit.SECONDS,
            "Age of the oldest operation that is enqueued and not done, when the snapshot was taken."
                    + " No series while nothing is in flight.",
            with(MetricLabel.COLLECTIVE),
            "functions");

    /// Operations that share their stamps.
    public static final MetricFamily FUSED = counter(
            "nccl_operations_fused_total",
            MetricUnit.NONE,
            "Timed operations that NCCL ran as one with others of their group: each shows the whole group's duration,"
                    + " the busy time has it once.",
            COMMUNICATOR,
            "memberships");

    private NcclMetrics() {}

    static List<MetricFamily> all() {
        return List.of(
                RANK,
                COMMUNICATOR_INFO,
                COLLECTIVE_DURATION,
                COLLECTIVE_BYTES,
                COLLECTIVE_BUS_BYTES,
                COLLECTIVE_BUSY,
                COLLECTIVE_CALLS,
                P2P_DURATION,
                P2P_BYTES,
                P2P_CALLS,
                INFLIGHT,
                INFLIGHT_AGE,
                FUSED);
    }

    private static MetricFamily info(String name, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.INFO, MetricUnit.NONE, help, labels, series, V1);
    }

    private static MetricFamily durations(String name, String help, MetricLabel what) {
        return new MetricFamily(
                name,
                MetricKind.HISTOGRAM,
                MetricUnit.SECONDS,
                help,
                with(what, MetricLabel.SIZE),
                "sized × 1 native, or sized × " + (ClassicBuckets.COUNT + 2) + " classic",
                V1);
    }

    private static MetricFamily counter(
            String name, MetricUnit unit, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.COUNTER, unit, help, labels, series, V1);
    }

    private static MetricFamily gauge(
            String name, MetricUnit unit, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.GAUGE, unit, help, labels, series, V1);
    }

    /// The labels of a communicator's series, and these.
    static List<MetricLabel> with(MetricLabel... more) {
        List<MetricLabel> all = new ArrayList<>(COMMUNICATOR);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
