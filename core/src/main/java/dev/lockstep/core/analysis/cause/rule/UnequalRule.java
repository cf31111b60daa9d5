// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.NetworkChosen;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Hosts of one job that run with different networks, versions or settings.
public final class UnequalRule implements Rule {
    /// Settings that must be the same on all ranks; interfaces and adapters may differ by node.
    private static final Set<String> SAME_EVERYWHERE = Set.of(
            "network",
            "version",
            "NCCL_ALGO",
            "NCCL_PROTO",
            "NCCL_IB_DISABLE",
            "GPUDirect RDMA",
            "NCCL_P2P_DISABLE",
            "NCCL_SHM_DISABLE",
            "NCCL_NET",
            "NCCL_NET_PLUGIN",
            "NCCL_NET_GDR_LEVEL",
            "NCCL_BUFFSIZE",
            "NCCL_MIN_NCHANNELS",
            "NCCL_MAX_NCHANNELS",
            "NCCL_NVLS_ENABLE",
            "NCCL_CUMEM_ENABLE",
            "NCCL_COLLNET_ENABLE",
            "NCCL_CROSS_NIC",
            "NCCL_IB_GID_INDEX",
            "NCCL_IB_TC");

    /// The only state is in the argument.
    public UnequalRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        Map<String, List<NetworkChosen>> byWhat = new LinkedHashMap<>();
        for (NetworkChosen chosen : sightings.of(NetworkChosen.class)) {
            if (SAME_EVERYWHERE.contains(chosen.what())
                    && chosen.subject().host().isPresent()) {
                byWhat.computeIfAbsent(chosen.what(), what -> new ArrayList<>()).add(chosen);
            }
        }
        JobHosts jobs = JobHosts.of(sightings);
        List<Conclusion> unequal = new ArrayList<>();
        byWhat.forEach((what, all) -> {
            for (Set<String> hosts : jobs.jobs()) {
                List<NetworkChosen> chosen = all.stream()
                        .filter(each -> jobs.isIn(hosts, each.subject().host().orElse("")))
                        .toList();
                compare(what, chosen).ifPresent(unequal::add);
            }
        });
        return unequal;
    }

    private static Optional<Conclusion> compare(String what, List<NetworkChosen> chosen) {
        Map<String, Set<String>> hostsByValue = new TreeMap<>();
        chosen.forEach(each -> hostsByValue
                .computeIfAbsent(each.value(), value -> new TreeSet<>())
                .add(each.subject().host().orElse("")));
        boolean isUnequal = hostsByValue.size() > 1 && areOnDifferentHosts(hostsByValue);
        return isUnequal ? Optional.of(unequal(what, hostsByValue, chosen)) : Optional.empty();
    }

    /// One host with two values runs two jobs, or was started twice.
    private static boolean areOnDifferentHosts(Map<String, Set<String>> hostsByValue) {
        Set<String> seen = new TreeSet<>();
        return hostsByValue.values().stream().allMatch(hosts -> hosts.stream().allMatch(seen::add));
    }

    private static Conclusion unequal(String what, Map<String, Set<String>> hostsByValue, List<NetworkChosen> chosen) {
        int most = hostsByValue.values().stream().mapToInt(Set::size).max().orElse(0);
        int all = hostsByValue.values().stream().mapToInt(Set::size).sum();
        List<Subject> odd = most * 2 > all
                ? hostsByValue.values().stream()
                        .filter(hosts -> hosts.size() < most)
                        .flatMap(Set::stream)
                        .map(Subject::ofHost)
                        .toList()
                : List.of();
        String differs = what + " differs inside one job: " + hostsByValue;
        return Conclusion.of(Signal.NET_CONFIG, Severity.P1, "unequal|" + what, differs)
                .blaming(odd)
                .witnessedBy(chosen.stream()
                        .map(NetworkChosen::subject)
                        .limit(Conclusion.EVIDENCE_MAX)
                        .toList())
                .sure(0.85)
                .restingOn(chosen.stream()
                        .map(each -> Exhibit.of(each, each.excerpt()))
                        .toList())
                .with("detail", differs)
                .with("class", "config")
                .next("give all nodes the same image, libraries and NCCL_* settings");
    }
}
