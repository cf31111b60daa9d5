// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.hardware.Norms.Odd;
import dev.lockstep.core.analysis.hardware.Norms.Subject;
import dev.lockstep.core.analysis.job.Detector;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.ProcessFeed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Says of nodes of a job that they are not what the other nodes are: another firmware, driver or NCCL, fewer NICs or
/// GPUs, a PCIe link with fewer lanes. It need not be slow; what it is stands in docs/detectors/hardware.md.
public final class OddDetector implements Detector {
    private static final String LANES = "PCIe lanes";
    private static final String ALL_LANES = "as many as both ends have";

    private final Hardware hardware;

    /// NCCL's versions by node; a job may have several processes there.
    private final Map<String, String> nccl = new HashMap<>();

    private final Settled settled = new Settled();

    /// For one job, on the hardware that all jobs share.
    public OddDetector(Hardware hardware) {
        this.hardware = hardware;
    }

    @Override
    public void accept(JobState job, ProcessState process, ProcessFeed feed, long nowNanos) {
        feed.ncclVersion().ifPresent(version -> nccl.put(process.node(), version));
    }

    @Override
    public List<Finding> examine(JobState job, long nowNanos) {
        if (job.hasEnded()) {
            return List.of();
        }
        Set<String> nodes = JobNodes.of(job);
        nccl.keySet().retainAll(nodes);
        Norms norms = new Norms();
        nccl.forEach((node, version) -> norms.add(node, Subject.ofNode("NCCL"), version));
        nodes.forEach(node -> hardware.of(node, nowNanos).ifPresent(known -> add(node, known, norms)));
        Map<String, List<Odd>> byNode = new TreeMap<>();
        norms.odd()
                .forEach(odd -> byNode.computeIfAbsent(odd.node(), key -> new ArrayList<>())
                        .add(odd));
        settled.retain(byNode.keySet());
        List<Finding> findings = new ArrayList<>();
        byNode.forEach((node, odd) -> settled.holds(node, nowNanos, JobNodes.wallNanos(job, node))
                .ifPresent(onset -> findings.add(finding(job, node, odd, onset))));
        return findings;
    }

    /// Lanes are told only where some are missing, so a node that is heard and tells of none has them all.
    private static void add(String node, NodeHardware known, Norms norms) {
        Set<String> nics = new TreeSet<>();
        Set<String> gpus = new TreeSet<>();
        for (HardwareFact fact : known.facts(OddDetector::isWhole)) {
            switch (fact.kind()) {
                case FIRMWARE -> {
                    (fact.gpu().isPresent() ? gpus : nics).add(fact.device());
                    norms.add(node, new Subject(fact.device(), "firmware"), fact.text());
                }
                case DRIVER -> {
                    gpus.add(fact.device());
                    norms.add(node, Subject.ofNode("driver of the GPUs"), fact.text());
                }
                case PCIE_NARROW ->
                    norms.add(node, new Subject(fact.device(), LANES), fact.value() + " of " + fact.text());
                default -> {
                    // Tells what happens, not what it is.
                }
            }
        }
        count(node, "NICs", nics, norms);
        count(node, "GPUs", gpus, norms);
        norms.otherwise(LANES, node, ALL_LANES);
    }

    /// NVLinks are of their GPU and tell the same as it does.
    private static boolean isWhole(HardwareFact fact) {
        return !fact.device().contains("/");
    }

    /// None of them means that this node's agent cannot see them.
    private static void count(String node, String what, Set<String> devices, Norms norms) {
        if (!devices.isEmpty()) {
            norms.add(node, Subject.ofNode(what), Integer.toString(devices.size()));
        }
    }

    private static Finding finding(JobState job, String node, List<Odd> odd, long onset) {
        Set<String> devices = new TreeSet<>();
        odd.forEach(one -> devices.add(one.subject().device()));
        boolean isOneDevice = devices.size() == 1 && !devices.contains("");
        Entity culprit =
                isOneDevice ? HardwareFindings.device(node, devices.iterator().next()) : Entity.ofNode(node);
        List<String> facts = odd.stream().map(Odd::sentence).toList();
        return HardwareFindings.of(
                FindingKind.ODD_HARDWARE,
                job.key(),
                culprit,
                onset,
                facts,
                "Give %s what its peers have before the next job, or leave it out.".formatted(node));
    }
}
