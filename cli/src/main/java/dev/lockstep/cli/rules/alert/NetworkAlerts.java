// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import dev.lockstep.cli.rules.model.AlertRule;
import dev.lockstep.cli.rules.model.Promql;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What slows NCCL's traffic between nodes, and what will.
final class NetworkAlerts {
    static final Duration EVERY = Duration.ofMinutes(1);

    /// A rail: a NIC's number, on two nodes or more all of whose ways are slow.
    private static final String RAIL = """
            (
              min by (job_id, nic) (job_comm_edge:nccl_link_slowness:ratio{nic!=""}) > 2
              and on (job_id, nic)
              count by (job_id, nic) (count by (job_id, nic, node) (job_comm_edge:nccl_link_slowness:ratio)) >= 2
            )""";

    /// A NIC of one node: two ways or more, all of them slow.
    private static final String NIC = """
            (
              min by (job_id, node, nic) (job_comm_edge:nccl_link_slowness:ratio{nic!=""}) > 2
              and on (job_id, node, nic)
              count by (job_id, node, nic) (job_comm_edge:nccl_link_slowness:ratio) >= 2
            )""";

    private static final String WHO =
            "{{ with $labels.peer }}the way from {{ with $labels.rank }}rank {{ . }}{{ else }}"
                    + "communicator rank {{ $labels.comm_rank }}{{ end }} on {{ $labels.node }} to communicator rank {{ . }}"
                    + "{{ with $labels.nic }} over NIC {{ . }}{{ end }}{{ else }}{{ with $labels.node }}NIC {{ $labels.nic }} of"
                    + " {{ . }}{{ else }}NIC {{ $labels.nic }} of every node{{ end }}{{ end }}";

    private NetworkAlerts() {}

    static List<AlertRule> all() {
        return List.of(slow(), degrading());
    }

    /// The widest thing all of whose ways are slow; the ways of it are not told beside.
    private static AlertRule slow() {
        return Alert.of("NcclLinkSlow", Severity.P1)
                .when(Promql.of("""
                        $rail
                        or
                        ($nic unless on (job_id, nic) $rail)
                        or
                        (
                          job_comm_edge:nccl_link_slowness:ratio > 2
                          unless on (job_id, node, nic) $nic
                          unless on (job_id, nic) $rail
                        )
                        """, Map.of("rail", RAIL, "nic", NIC)))
                .lasting(Duration.ofMinutes(5))
                .incident(
                        "network/{{ $labels.job_id }}/{{ with $labels.peer }}{{ $labels.comm }} {{ $labels.comm_rank }}"
                                + " to {{ . }}{{ else }}{{ with $labels.node }}{{ . }} {{ end }}nic {{ $labels.nic }}{{ end }}")
                .summary("In job {{ $labels.job_id }}, " + WHO + " takes {{ printf \"%.1f\" $value }} times as long as"
                        + " the median")
                .evidence("Steps are that long on the network itself: waits for GPUs and for room at the receiver are"
                        + " not in it, and it holds by step and by byte.")
                .dashboard(
                        "/d/lockstep-links?var-node={{ with $labels.node }}{{ . | urlquery }}{{ else }}$__all{{ end }}")
                .rule();
    }

    /// Against its own day before and its peers: a full network makes all links retry.
    private static AlertRule degrading() {
        return Alert.of("LockstepLinkDegrading", Severity.P2)
                .when(Promql.of("""
                        avg_over_time($rate[6h]) > 0.002
                        and
                        avg_over_time($rate[6h]) > 3 * avg_over_time($rate[6h] offset 1d)
                        and
                        avg_over_time($rate[6h])
                        > on (kind) group_left () 10 * quantile by (kind) (0.5, avg_over_time($rate[6h]))
                        """, Map.of("rate", "node_kind_device:lockstep_device_link_errors:rate5m")))
                .lasting(Duration.ofMinutes(30))
                .incident("degrading/{{ $labels.node }}/{{ $labels.device }}")
                .summary("{{ $labels.device }} ({{ $labels.kind }}) of {{ $labels.node }} fails ever more often:"
                        + " {{ printf \"%.3f\" $value }} errors and retries a second over six hours, three times"
                        + " yesterday's")
                .evidence("Nothing need be slow yet; each retry of RDMA may cost milliseconds.")
                .dashboard("/d/lockstep-links?var-node={{ $labels.node | urlquery }}")
                .rule();
    }
}
