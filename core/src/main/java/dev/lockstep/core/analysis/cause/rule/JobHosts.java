// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.CommunicatorInit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Which hosts work on one job: those that share a communicator. An input may hold several jobs, and what differs
/// between them is no fault.
///
/// @param jobs hosts of each job; one empty set where no communicator was seen, which stands for any host
/// @param known hosts of all jobs
record JobHosts(List<Set<String>> jobs, Set<String> known) {
    static JobHosts of(Sightings sightings) {
        Map<String, Set<String>> byCommunicator = new LinkedHashMap<>();
        for (CommunicatorInit init : sightings.of(CommunicatorInit.class)) {
            String host = init.subject().host().orElse("");
            if (!host.isEmpty()) {
                byCommunicator
                        .computeIfAbsent(init.subject().group().orElse(""), group -> new TreeSet<>())
                        .add(host);
            }
        }
        List<Set<String>> jobs = new ArrayList<>();
        for (Set<String> hosts : byCommunicator.values()) {
            Set<String> joined = new TreeSet<>(hosts);
            List<Set<String>> shared = jobs.stream()
                    .filter(other -> other.stream().anyMatch(hosts::contains))
                    .toList();
            shared.forEach(joined::addAll);
            jobs.removeAll(shared);
            jobs.add(joined);
        }
        Set<String> known = new HashSet<>();
        jobs.forEach(known::addAll);
        return new JobHosts(jobs.isEmpty() ? List.of(Set.of()) : jobs, known);
    }

    /// Whether the host belongs to that job, as far as is known: one that is in no communicator may be of any.
    boolean isIn(Set<String> job, String host) {
        return job.isEmpty() || job.contains(host) || !known.contains(host);
    }
}
