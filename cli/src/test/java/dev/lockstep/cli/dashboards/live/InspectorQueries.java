// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.live;

import java.util.List;
import java.util.stream.Stream;

/// What the panels of NVIDIA's dashboard for its Inspector ask, `nccl-inspector-job-performance-template.json` of NCCL
/// 2.30: for each of five operations bandwidth and time, inside a node and over nodes, as means by size and ranks.
final class InspectorQueries {
    private InspectorQueries() {}

    /// All twenty, with its variables `cluster` and `jobid` chosen.
    static List<String> of(String cluster, String jobId) {
        String chosen = "cluster=\"%s\", slurm_job_id=~\"%s\"".formatted(cluster, jobId);
        Stream<String> pairs = Stream.of("Send", "Recv")
                .map(operation -> chosen + ", p2p_operation=\"" + operation + "\"")
                .flatMap(matchers -> Stream.of(
                        both("nccl_p2p_bus_bandwidth_gbs", matchers),
                        both("nccl_p2p_exec_time_microseconds", matchers)))
                .flatMap(List::stream);
        Stream<String> collectives = Stream.of("AllReduce", "AllGather", "ReduceScatter")
                .map(operation -> chosen + ", collective=\"" + operation + "\"")
                .flatMap(matchers -> Stream.of(
                        both("nccl_bus_bandwidth_gbs", matchers),
                        both("nccl_collective_exec_time_microseconds", matchers)))
                .flatMap(List::stream);
        return Stream.concat(pairs, collectives).toList();
    }

    /// Inside a node, and over nodes.
    private static List<String> both(String metric, String matchers) {
        return List.of(
                "avg by(message_size, nranks) (%s{%s, n_nodes=\"1\"})".formatted(metric, matchers),
                "avg by(message_size, nranks, n_nodes) (%s{%s, n_nodes!=\"1\"})".formatted(metric, matchers));
    }
}
