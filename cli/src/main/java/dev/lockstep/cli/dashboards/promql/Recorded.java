// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.promql;

import java.util.List;
import java.util.stream.Stream;

/// The series that our recording rules make, as far as dashboards ask for them. They are the same whichever flavour of
/// histograms they are recorded from, so one set of dashboards serves both.
public final class Recorded {
    private static final String[] MEMBER = {
        Labels.JOB_ID, Labels.COMM, Labels.COMM_RANK, Labels.RANK, Labels.NODE, Labels.GPU
    };
    private static final String[] RANK = {Labels.JOB_ID, Labels.RANK, Labels.NODE, Labels.GPU};
    private static final String[] SIZED = {Labels.JOB_ID, Labels.COMM, Labels.COLLECTIVE, Labels.SIZE};
    private static final String[] DIRECTED = {Labels.JOB_ID, Labels.COMM, Labels.DIRECTION, Labels.SIZE};
    private static final String[] SHAPE = {Labels.ROLE, Labels.NRANKS, Labels.NNODES, Labels.COLLECTIVE, Labels.SIZE};
    private static final String[] COMPARED = {
        Labels.JOB_ID, Labels.COMM, Labels.ROLE, Labels.NRANKS, Labels.NNODES, Labels.COLLECTIVE, Labels.SIZE
    };

    public static final Series COMMUNICATOR = Series.of(
            "job_comm:nccl_communicator:info",
            Labels.JOB_ID,
            Labels.COMM,
            Labels.COMM_NAME,
            Labels.ROLE,
            Labels.NRANKS,
            Labels.NNODES);

    public static final Series MEMBER_CALLS = Series.of("job_comm_rank:nccl_calls:rate1m", MEMBER);
    public static final Series MEMBER_MEAN = Series.of("job_comm_rank:nccl_duration_seconds:mean1m", MEMBER);
    public static final Series MEMBER_WAIT = Series.of("job_comm_rank:nccl_wait_share:1m", MEMBER);
    public static final Series MEMBER_LATENESS_SECONDS = Series.of("job_comm_rank:nccl_lateness_seconds:1m", MEMBER);
    public static final Series MEMBER_LATENESS = Series.of("job_comm_rank:nccl_lateness_share:1m", MEMBER);
    public static final Series CULPRIT = Series.of("job_comm:nccl_culprit_share:1m", MEMBER);

    public static final Series RANK_WAIT = Series.of("job_rank:nccl_wait_share:1m", RANK);
    public static final Series RANK_LATENESS = Series.of("job_rank:nccl_lateness_share:1m", RANK);
    public static final Series RANK_BUSY = Series.of("job_rank:nccl_busy_share:1m", RANK);
    public static final Series RANK_TRAFFIC = Series.of("job_rank:nccl_traffic_bytes:rate1m", RANK);
    public static final Series RANK_TRAFFIC_TOTAL = Series.of("job_rank:nccl_traffic_bytes:total", RANK);
    public static final Series RANK_INFLIGHT_AGE = Series.of("job_rank:nccl_inflight_age_seconds:max", RANK);
    public static final Series RANK_P99 = Series.of(
            "job_rank_collective:nccl_duration_seconds:p99_5m",
            Labels.JOB_ID,
            Labels.RANK,
            Labels.NODE,
            Labels.GPU,
            Labels.COLLECTIVE);

    public static final Series BUS_BANDWIDTH =
            Series.of("job_comm:nccl_bus_bandwidth_bytes:max1m", Labels.JOB_ID, Labels.COMM);
    public static final Series CHANNEL_MEAN = Series.of(
            "job_comm_rank_channel:nccl_channel_duration_seconds:mean5m",
            Labels.JOB_ID,
            Labels.COMM,
            Labels.COMM_RANK,
            Labels.RANK,
            Labels.NODE,
            Labels.GPU,
            Labels.CHANNEL);

    public static final Series JOB_RANKS = Series.of("job:nccl_ranks:count", Labels.JOB_ID);
    public static final Series JOB_INFLIGHT_AGE = Series.of("job:nccl_inflight_age_seconds:most", Labels.JOB_ID);
    public static final Series JOB_IMBALANCE = Series.of("job:nccl_traffic_imbalance:ratio", Labels.JOB_ID);
    public static final Series NODE_TRAFFIC = Series.of("node:nccl_traffic_bytes:rate1m", Labels.NODE);
    public static final Series NODE_BUSY = Series.of("node:nccl_busy_share:1m", Labels.NODE);

    public static final Series SIZED_P50 = Series.of("job_comm_collective_size:nccl_duration_seconds:p50_5m", SIZED);
    public static final Series SIZED_P95 = Series.of("job_comm_collective_size:nccl_duration_seconds:p95_5m", SIZED);
    public static final Series SIZED_P99 = Series.of("job_comm_collective_size:nccl_duration_seconds:p99_5m", SIZED);
    public static final Series SIZED_MEAN = Series.of("job_comm_collective_size:nccl_duration_seconds:mean5m", SIZED);
    public static final Series SIZED_BANDWIDTH =
            Series.of("job_comm_collective_size:nccl_bus_bandwidth_bytes:max5m", SIZED);
    public static final Series P2P_P50 =
            Series.of("job_comm_direction_size:nccl_p2p_duration_seconds:p50_5m", DIRECTED);
    public static final Series P2P_P99 =
            Series.of("job_comm_direction_size:nccl_p2p_duration_seconds:p99_5m", DIRECTED);

    public static final Series JOB_P99 =
            Series.of("job_collective:nccl_duration_seconds:p99_5m", Labels.JOB_ID, Labels.COLLECTIVE);
    public static final Series CLUSTER_P50 = Series.of("collective:nccl_duration_seconds:p50_5m", Labels.COLLECTIVE);
    public static final Series CLUSTER_P95 = Series.of("collective:nccl_duration_seconds:p95_5m", Labels.COLLECTIVE);
    public static final Series CLUSTER_P99 = Series.of("collective:nccl_duration_seconds:p99_5m", Labels.COLLECTIVE);

    public static final Series BASELINE_P50 = Series.of("shape:nccl_duration_seconds:p50_baseline7d", SHAPE);
    public static final Series BASELINE_P99 = Series.of("shape:nccl_duration_seconds:p99_baseline7d", SHAPE);
    public static final Series P50_TO_BASELINE =
            Series.of("job_comm_collective_size:nccl_duration_seconds:p50_to_baseline", COMPARED);
    public static final Series P99_TO_BASELINE =
            Series.of("job_comm_collective_size:nccl_duration_seconds:p99_to_baseline", COMPARED);

    private static final List<Series> ALL = List.of(
            COMMUNICATOR,
            MEMBER_CALLS,
            MEMBER_MEAN,
            MEMBER_WAIT,
            MEMBER_LATENESS_SECONDS,
            MEMBER_LATENESS,
            CULPRIT,
            RANK_WAIT,
            RANK_LATENESS,
            RANK_BUSY,
            RANK_TRAFFIC,
            RANK_TRAFFIC_TOTAL,
            RANK_INFLIGHT_AGE,
            RANK_P99,
            BUS_BANDWIDTH,
            CHANNEL_MEAN,
            JOB_RANKS,
            JOB_INFLIGHT_AGE,
            JOB_IMBALANCE,
            NODE_TRAFFIC,
            NODE_BUSY,
            SIZED_P50,
            SIZED_P95,
            SIZED_P99,
            SIZED_MEAN,
            SIZED_BANDWIDTH,
            P2P_P50,
            P2P_P99,
            JOB_P99,
            CLUSTER_P50,
            CLUSTER_P95,
            CLUSTER_P99,
            BASELINE_P50,
            BASELINE_P99,
            P50_TO_BASELINE,
            P99_TO_BASELINE);

    private Recorded() {}

    /// All of them.
    static Stream<Series> all() {
        return ALL.stream();
    }
}
