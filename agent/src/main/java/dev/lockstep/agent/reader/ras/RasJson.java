// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import dev.lockstep.agent.reader.tree.Node;
import dev.lockstep.core.analysis.cause.ras.RasComm;
import dev.lockstep.core.analysis.cause.ras.RasProcess;
import dev.lockstep.core.analysis.cause.ras.RasReport;
import dev.lockstep.core.analysis.clue.Source;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/// Makes a report out of the JSON form, which has every rank: groups them as the text form does.
final class RasJson {
    private static final int COMMS_MAX = 4096;

    /// NCCL's result codes; 0 is success and 7 in progress.
    private static final List<String> ERRORS = List.of(
            "",
            "Unhandled CUDA error",
            "System error",
            "Internal error",
            "Invalid argument",
            "Invalid usage",
            "Remote process error",
            "",
            "Timeout");

    /// In the order in which the text form lets one stand for a communicator.
    private static final List<String> STATUS = List.of("ABORT", "FINALIZE", "RUNNING", "INIT", "NOCOMM");

    private RasJson() {}

    static RasReport report(Source source, Node root) {
        List<RasComm> comms = new ArrayList<>();
        List<RasReport.Group> groups = new ArrayList<>();
        Set<String> processes = new HashSet<>();
        for (Node node : root.get("communicators").items()) {
            if (comms.size() < COMMS_MAX) {
                RasComm comm = comm(node, processes);
                comms.add(comm);
                boolean isOdd = comm.missingCount() > 0 || !comm.statusCounts().isEmpty() || isApart(comm);
                groups.add(new RasReport.Group(
                        groups.size(),
                        1,
                        1,
                        comm.size().orElse(0),
                        node.get("ranks").items().size(),
                        comm.status(),
                        isOdd ? "MISMATCH" : "OK"));
            }
        }
        return new RasReport(
                source,
                root.get("nccl_version").text(),
                root.get("timestamp").text(),
                OptionalInt.empty(),
                processes.isEmpty() ? OptionalInt.empty() : OptionalInt.of(processes.size()),
                groups,
                comms,
                List.of(),
                List.of(),
                0,
                List.of(),
                List.of());
    }

    private static boolean isApart(RasComm comm) {
        return comm.counts().stream().map(RasComm.Count::function).distinct().count()
                < comm.counts().size();
    }

    private static RasComm comm(Node node, Set<String> processes) {
        String hash = node.get("hash").text();
        CommBuilder builder = new CommBuilder(0, hash.startsWith("0x") ? hash.substring(2) : hash);
        Map<String, Integer> statuses = new LinkedHashMap<>();
        for (Node rank : node.get("ranks").items()) {
            statuses.merge(status(rank.get("status")), 1, Integer::sum);
            RasProcess process = process(rank);
            processes.add(process.host() + "/" + process.pid() + "/" + process.gpu());
        }
        for (Node rank : node.get("missing_ranks").items()) {
            Node status = rank.get("status");
            boolean isDead = status.get("considered_dead").isTrue();
            boolean isSilent = isDead
                    || !status.has("unresponsive")
                    || status.get("unresponsive").isTrue();
            RasProcess process = process(rank);
            processes.add(process.host() + "/" + process.pid() + "/" + process.gpu());
            builder.missing(process, isSilent, isDead);
            if (!isSilent) {
                statuses.merge("NOCOMM", 1, Integer::sum);
            }
        }
        builder.missingCount = node.get("missing_ranks_count").whole().orElse(0);
        if (statuses.size() > 1) {
            builder.statusCounts.putAll(statuses);
        }
        counts(node.get("ranks").items(), builder);
        failures(node.get("ranks").items(), builder);
        String status =
                STATUS.stream().filter(statuses::containsKey).findFirst().orElse("");
        return builder.build(node.get("size").small(), status);
    }

    private static String status(Node status) {
        if (status.get("abort_flag").isTrue()) {
            return "ABORT";
        }
        if (status.get("finalize_called").isTrue() || status.get("destroy_flag").isTrue()) {
            return "FINALIZE";
        }
        return status.get("init_state").whole().orElse(0) == 0 ? "RUNNING" : "INIT";
    }

    private static RasProcess process(Node rank) {
        long pid = rank.get("pid").whole().orElse(-1);
        String host = rank.get("host").text();
        boolean isKnown = pid >= 0 && !host.equals("unknown");
        return new RasProcess(
                rank.get("rank").small(),
                rank.get("cuda_dev").small(),
                isKnown ? rank.get("pid").whole() : java.util.OptionalLong.empty(),
                isKnown && !host.isEmpty() ? Optional.of(host) : Optional.empty(),
                Optional.empty());
    }

    private static void counts(List<Node> ranks, CommBuilder builder) {
        Map<String, Map<Long, List<RasProcess>>> byFunction = new TreeMap<>();
        for (Node rank : ranks) {
            rank.get("collective_counts")
                    .fields()
                    .forEach((function, count) -> byFunction
                            .computeIfAbsent(function, key -> new TreeMap<>())
                            .computeIfAbsent(count.whole().orElse(0), key -> new ArrayList<>())
                            .add(process(rank)));
        }
        byFunction.forEach((function, byValue) -> {
            if (byValue.size() > 1) {
                byValue.forEach((value, processes) -> {
                    builder.count(function, value, processes.size());
                    processes.stream().limit(1024).forEach(builder::ofLastCount);
                });
            }
        });
    }

    private static void failures(List<Node> ranks, CommBuilder builder) {
        for (boolean isInit : new boolean[] {true, false}) {
            Map<Long, List<RasProcess>> byCode = new TreeMap<>();
            for (Node rank : ranks) {
                long code = rank.get("status")
                        .get(isInit ? "init_state" : "async_error")
                        .whole()
                        .orElse(0);
                if (code != 0 && code != 7) {
                    byCode.computeIfAbsent(code, key -> new ArrayList<>()).add(process(rank));
                }
            }
            byCode.forEach((code, processes) -> {
                boolean isNamed = code > 0 && code < ERRORS.size();
                builder.failure(isInit, isNamed ? ERRORS.get((int) (long) code) : "error " + code, processes.size());
                processes.stream().limit(64).forEach(builder::ofLastFailure);
            });
        }
    }
}
