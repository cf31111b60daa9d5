// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble;

import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Processes of this node that another source knows: whose they are, and which NCCL they run. Any thread.
public final class KnownJobs {
    /// The job of a name that several processes have.
    private static final String AMBIGUOUS = "";

    private record Seen(Map<String, String> jobs, Set<String> ncclVersions) {}

    private volatile Seen seen = new Seen(Map.of(), Set.of());

    /// None are known yet.
    public KnownJobs() {}

    /// These are there now.
    public void see(List<ProcessSnapshot> processes) {
        Map<String, String> jobs = new HashMap<>();
        Set<String> versions = new HashSet<>();
        for (ProcessSnapshot process : processes) {
            ProcessIdentity identity = process.identity();
            jobs.merge(
                    key(identity.host(), identity.processId()),
                    identity.jobId(),
                    (one, other) -> one.equals(other) ? one : AMBIGUOUS);
            identity.ncclVersion().ifPresent(versions::add);
        }
        seen = new Seen(Map.copyOf(jobs), Set.copyOf(versions));
    }

    /// The job of a process, by its own names for its host and itself.
    public Optional<String> of(String host, long pid) {
        return Optional.ofNullable(seen.jobs().get(key(host, pid))).filter(job -> !job.equals(AMBIGUOUS));
    }

    /// Versions of NCCL that processes run.
    public Set<String> ncclVersions() {
        return seen.ncclVersions();
    }

    /// NCCL prints a host's name up to its first dot.
    private static String key(String host, long pid) {
        int dot = host.indexOf('.');
        return (dot < 0 ? host : host.substring(0, dot)) + " " + pid;
    }
}
