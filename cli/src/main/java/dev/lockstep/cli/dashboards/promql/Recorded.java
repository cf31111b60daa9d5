// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.promql;

import dev.lockstep.cli.rules.RulePack;
import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.RecordingRule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/// The series of our recording rules that dashboards ask for, with the labels that their rules say. Only such are had
/// that both flavours of the rules record, so one set of dashboards serves both.
public final class Recorded {
    private static final Map<String, Series> BY_NAME = ofBothFlavours();

    public static final Series COMMUNICATOR = recorded("job_comm:nccl_communicator:info");

    public static final Series MEMBER_CALLS = recorded("job_comm_rank:nccl_calls:rate1m");
    public static final Series MEMBER_MEAN = recorded("job_comm_rank:nccl_duration_seconds:mean1m");
    public static final Series MEMBER_WAIT = recorded("job_comm_rank:nccl_wait_share:1m");
    public static final Series MEMBER_LATENESS_SECONDS = recorded("job_comm_rank:nccl_lateness_seconds:1m");
    public static final Series MEMBER_LATENESS = recorded("job_comm_rank:nccl_lateness_share:1m");
    public static final Series CULPRIT = recorded("job_comm:nccl_culprit_share:1m");

    public static final Series RANK_WAIT = recorded("job_rank:nccl_wait_share:1m");
    public static final Series RANK_LATENESS = recorded("job_rank:nccl_lateness_share:1m");
    public static final Series RANK_BUSY = recorded("job_rank:nccl_busy_share:1m");
    public static final Series RANK_TRAFFIC = recorded("job_rank:nccl_traffic_bytes:rate1m");
    public static final Series RANK_TRAFFIC_TOTAL = recorded("job_rank:nccl_traffic_bytes:total");
    public static final Series RANK_INFLIGHT_AGE = recorded("job_rank:nccl_inflight_age_seconds:max");
    public static final Series RANK_P99 = recorded("job_rank_collective:nccl_duration_seconds:p99_5m");

    public static final Series BUS_BANDWIDTH = recorded("job_comm:nccl_bus_bandwidth_bytes:max1m");
    public static final Series CHANNEL_MEAN = recorded("job_comm_rank_channel:nccl_channel_duration_seconds:mean5m");

    public static final Series JOB_RANKS = recorded("job:nccl_ranks:count");
    public static final Series JOB_INFLIGHT_AGE = recorded("job:nccl_inflight_age_seconds:most");
    public static final Series JOB_IMBALANCE = recorded("job:nccl_traffic_imbalance:ratio");
    public static final Series NODE_TRAFFIC = recorded("node:nccl_traffic_bytes:rate1m");
    public static final Series NODE_BUSY = recorded("node:nccl_busy_share:1m");

    public static final Series SIZED_P50 = recorded("job_comm_collective_size:nccl_duration_seconds:p50_5m");
    public static final Series SIZED_P95 = recorded("job_comm_collective_size:nccl_duration_seconds:p95_5m");
    public static final Series SIZED_P99 = recorded("job_comm_collective_size:nccl_duration_seconds:p99_5m");
    public static final Series SIZED_MEAN = recorded("job_comm_collective_size:nccl_duration_seconds:mean5m");
    public static final Series SIZED_BANDWIDTH = recorded("job_comm_collective_size:nccl_bus_bandwidth_bytes:max5m");
    public static final Series P2P_P50 = recorded("job_comm_direction_size:nccl_p2p_duration_seconds:p50_5m");
    public static final Series P2P_P99 = recorded("job_comm_direction_size:nccl_p2p_duration_seconds:p99_5m");

    public static final Series JOB_P99 = recorded("job_collective:nccl_duration_seconds:p99_5m");
    public static final Series CLUSTER_P50 = recorded("collective:nccl_duration_seconds:p50_5m");
    public static final Series CLUSTER_P95 = recorded("collective:nccl_duration_seconds:p95_5m");
    public static final Series CLUSTER_P99 = recorded("collective:nccl_duration_seconds:p99_5m");

    public static final Series BASELINE_P50 = recorded("shape:nccl_duration_seconds:p50_baseline7d");
    public static final Series BASELINE_P99 = recorded("shape:nccl_duration_seconds:p99_baseline7d");
    public static final Series P50_TO_BASELINE =
            recorded("job_comm_collective_size:nccl_duration_seconds:p50_to_baseline");
    public static final Series P99_TO_BASELINE =
            recorded("job_comm_collective_size:nccl_duration_seconds:p99_to_baseline");

    public static final Series STEP_P50 = recorded("job:lockstep_step_seconds:p50_5m");
    public static final Series STEP_P95 = recorded("job:lockstep_step_seconds:p95_5m");
    public static final Series TRANSFER_P50 = recorded("job_comm_collective:lockstep_transfer_seconds:p50_5m");
    public static final Series EDGE_TIME = recorded("job_comm_edge:nccl_link_step_seconds:mean5m");
    public static final Series EDGE_SLOWNESS = recorded("job_comm_edge:nccl_link_slowness:ratio");
    public static final Series LINK_TRAFFIC = recorded("node_kind_device:lockstep_device_link_bytes:rate1m");
    public static final Series LINK_UTILISATION = recorded("node_kind_device:lockstep_device_link_utilisation:1m");
    public static final Series LINK_ERRORS = recorded("node_kind_device:lockstep_device_link_errors:rate5m");

    private Recorded() {}

    /// All that both flavours record.
    static Stream<Series> all() {
        return BY_NAME.values().stream();
    }

    private static Series recorded(String name) {
        Series series = BY_NAME.get(name);
        if (series == null) {
            throw new IllegalArgumentException("no rule records " + name);
        }
        return series;
    }

    private static Map<String, Series> byName(Flavour flavour) {
        Map<String, Series> series = new LinkedHashMap<>();
        RulePack.of(flavour).stream()
                .flatMap(file -> file.groups().stream())
                .flatMap(group -> group.rules().stream())
                .filter(RecordingRule.class::isInstance)
                .map(RecordingRule.class::cast)
                .forEach(rule -> series.put(rule.name(), new Series(rule.name(), rule.labels())));
        return series;
    }

    private static Map<String, Series> ofBothFlavours() {
        Map<String, Series> series = byName(Flavour.CLASSIC);
        series.keySet().retainAll(byName(Flavour.NATIVE).keySet());
        return series;
    }
}
