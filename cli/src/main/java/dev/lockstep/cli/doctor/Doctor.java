// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// All checks in the order in which a sample travels: NCCL, plugin, shared memory, agent, brain,
/// Prometheus.
public final class Doctor {
    /// What may be told to look at.
    public record Questions(Optional<Path> nccl, URI agent, Optional<URI> prometheus) {}

    private Doctor() {}

    /// Looks once at everything. `monotonicNanos` is the clock that the plugin stamps with.
    public static List<Finding> examine(Surroundings machine, Questions questions, LongSupplier monotonicNanos) {
        List<Finding> findings = new ArrayList<>();
        findings.addAll(new NcclCheck(machine).findings(new NcclSearch(machine).search(questions.nccl())));
        findings.addAll(new SlotCheck(machine).findings());
        findings.addAll(new DirectoryCheck(machine).findings());
        findings.addAll(new ProcessCheck(machine, monotonicNanos).findings());
        findings.add(AgentCheck.finding(questions.agent()));
        findings.addAll(BrainCheck.findings(questions.agent()));
        findings.add(questions
                .prometheus()
                .map(prometheus -> PrometheusCheck.finding(prometheus, questions.agent()))
                .orElseGet(PrometheusCheck::notAsked));
        return findings;
    }
}
