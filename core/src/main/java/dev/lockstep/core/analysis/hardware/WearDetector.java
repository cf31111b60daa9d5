// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.job.Detector;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.feed.HardwareFact;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Warns of devices that fail more and more while nobody waits for them yet: memory that ECC cannot correct or that is
/// to be replaced, links whose retries or mended errors rise and those of their peers do not.
public final class WearDetector implements Detector {
    /// Growths that make a rise; one burst is none.
    private static final int RISES_MIN = 3;

    private static final int PEERS_MIN = 2;
    private static final long ABOVE_PEERS = 10;
    private static final long ERRORS_MIN = 10;
    private static final long MENDED_MIN = 100;
    private static final long DOWNS_MIN = 2;

    /// Xids by which the driver says that it replaced a memory row, or could not.
    private static final Set<String> MEMORY_XIDS = Set.of("xid 63", "xid 64");

    private final Hardware hardware;
    private final Settled settled = new Settled();

    /// For one job, on the hardware that all jobs share.
    public WearDetector(Hardware hardware) {
        this.hardware = hardware;
    }

    @Override
    public List<Finding> examine(JobState job, long nowNanos) {
        if (job.hasEnded()) {
            return List.of();
        }
        Map<String, NodeHardware> nodes = new TreeMap<>();
        JobNodes.of(job).forEach(node -> hardware.of(node, nowNanos).ifPresent(known -> nodes.put(node, known)));
        List<Finding> findings = new ArrayList<>();
        Set<String> worn = new HashSet<>();
        nodes.forEach((node, known) -> worn(node, known, nodes.values(), nowNanos)
                .forEach((device, facts) -> {
                    String key = node + " " + device;
                    worn.add(key);
                    settled.holds(key, nowNanos, JobNodes.wallNanos(job, node))
                            .ifPresent(onset -> findings.add(finding(job, node, device, facts, onset)));
                }));
        settled.retain(worn);
        return findings;
    }

    /// Sentences by device.
    private static Map<String, List<String>> worn(
            String node, NodeHardware known, Collection<NodeHardware> all, long nowNanos) {
        Map<String, List<String>> worn = new TreeMap<>();
        for (HardwareFact fact : known.facts()) {
            sentence(fact, known, all, nowNanos)
                    .ifPresent(words -> worn.computeIfAbsent(fact.device(), key -> new ArrayList<>())
                            .add(fact.device() + " of " + node + " " + words));
        }
        return worn;
    }

    private static Finding finding(JobState job, String node, String device, List<String> facts, long onset) {
        return HardwareFindings.of(
                FindingKind.HARDWARE_WEARING,
                job.key(),
                HardwareFindings.device(node, device),
                onset,
                facts,
                "Have %s looked at before the next job: what wears out like this becomes slow or fails."
                        .formatted(device + " of " + node));
    }

    private static Optional<String> sentence(
            HardwareFact fact, NodeHardware known, Collection<NodeHardware> all, long nowNanos) {
        long grown = known.grown(fact, nowNanos);
        return switch (fact.kind()) {
            case ROW_REMAP -> Optional.of("has a memory row to be replaced");
            case ECC_UNCORRECTED -> said(grown > 0, "had " + grown + " memory errors that ECC could not correct");
            case FAULT -> said(grown > 0 && MEMORY_XIDS.contains(fact.text()), FaultWords.of(fact.text()));
            case LINK_DOWNS -> said(grown >= DOWNS_MIN, "went down " + grown + " times in the last five minutes");
            case LINK_ERRORS -> rising(fact, known, all, nowNanos, ERRORS_MIN, " errors and retries");
            case LINK_MENDED -> rising(fact, known, all, nowNanos, MENDED_MIN, " damaged symbols that it mended");
            case THROTTLED, LINK_IS_DOWN, PCIE_NARROW, FIRMWARE, DRIVER, JOB_ERROR -> Optional.empty();
        };
    }

    private static Optional<String> rising(
            HardwareFact fact,
            NodeHardware known,
            Collection<NodeHardware> all,
            long nowNanos,
            long least,
            String words) {
        long grown = known.grown(fact, nowNanos);
        if (grown <= least || known.rises(fact, nowNanos) < RISES_MIN) {
            return Optional.empty();
        }
        long[] others = LinkPeers.grown(fact, known, all, nowNanos);
        if (others.length < PEERS_MIN) {
            return Optional.empty();
        }
        long usual = others[others.length / 2];
        return said(
                grown > ABOVE_PEERS * Math.max(1, usual),
                "had " + grown + words + " in the last five minutes, its peers " + usual);
    }

    private static Optional<String> said(boolean holds, String words) {
        return holds ? Optional.of(words) : Optional.empty();
    }
}
