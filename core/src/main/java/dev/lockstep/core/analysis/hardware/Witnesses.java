// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What the hardware of one culprit says, in sentences, beside that of other nodes.
final class Witnesses {
    private static final int PEERS_MIN = 2;

    /// A link suffers only if it does so much more than the median of its peers: else everybody does.
    private static final long ABOVE_PEERS = 10;

    private final String node;
    private final String job;
    private final OptionalInt gpu;
    private final NodeHardware hardware;
    private final Collection<NodeHardware> peers;
    private final long nowNanos;

    /// `peers` are the hardware of other nodes of the same `job`.
    Witnesses(Entity culprit, String job, NodeHardware hardware, Collection<NodeHardware> peers, long nowNanos) {
        this.node = culprit.node().orElse("");
        this.job = job;
        this.gpu = culprit.gpu().map(known -> known.index()).orElse(OptionalInt.empty());
        this.hardware = hardware;
        this.peers = peers;
        this.nowNanos = nowNanos;
    }

    /// What speaks against it; empty if nothing does.
    List<Testimony> against() {
        List<Testimony> said = new ArrayList<>();
        for (HardwareFact fact : hardware.facts(this::isOfCulprit)) {
            sentence(fact).ifPresent(sentence -> said.add(new Testimony(sentence, weighs(fact.kind()))));
        }
        return said;
    }

    /// A row that is to be replaced foretells trouble, a version that differs may be right, and who tells of an error
    /// may be the one that suffers from it.
    private static boolean weighs(Kind kind) {
        return switch (kind) {
            case THROTTLED, FAULT, ECC_UNCORRECTED, LINK_DOWNS, LINK_ERRORS, LINK_IS_DOWN, PCIE_NARROW -> true;
            case ROW_REMAP, FIRMWARE, DRIVER, LINK_MENDED, JOB_ERROR -> false;
        };
    }

    /// Facts of its own GPU, of what all GPUs of a node share, and of its own job.
    private boolean isOfCulprit(HardwareFact fact) {
        if (fact.kind() == Kind.JOB_ERROR) {
            return fact.device().equals(HardwareFact.JOB) || fact.device().equals(HardwareFact.JOB + job);
        }
        return fact.gpu().isEmpty() || gpu.isEmpty() || fact.gpu().equals(gpu);
    }

    private Optional<String> sentence(HardwareFact fact) {
        long grown = hardware.grown(fact, nowNanos);
        String device = fact.device() + " of " + node;
        return switch (fact.kind()) {
            case FAULT -> said(grown > 0, device + " " + FaultWords.of(fact.text()) + " in the last five minutes");
            case THROTTLED -> said(true, device + " is throttled: " + fact.text());
            case ECC_UNCORRECTED ->
                said(grown > 0, device + " had " + grown + " memory errors that ECC could not correct");
            case ROW_REMAP -> said(true, device + " has a memory row to be replaced");
            case LINK_IS_DOWN -> said(true, device + " is down");
            case LINK_DOWNS -> said(grown > 0, device + " went down " + grown + " times in the last five minutes");
            case LINK_ERRORS -> errors(fact, grown, device);
            case JOB_ERROR ->
                said(
                        grown > 0,
                        "a log or RAS on " + node + " told of " + fact.text() + " " + grown
                                + (grown == 1 ? " time" : " times") + " in the last five minutes");
            case PCIE_NARROW -> said(true, device + " has " + fact.value() + " PCIe lanes of " + fact.text());
            case LINK_MENDED -> Optional.empty();
            case FIRMWARE, DRIVER ->
                odd(fact)
                        .map(usual -> device + " has " + (fact.kind() == Kind.DRIVER ? "driver " : "firmware ")
                                + fact.text() + ", its peers " + usual);
        };
    }

    private Optional<String> errors(HardwareFact fact, long grown, String device) {
        if (grown <= ABOVE_PEERS) {
            return Optional.empty();
        }
        long usual = medianOfPeers(fact);
        return said(
                grown > ABOVE_PEERS * Math.max(1, usual),
                device + " had " + grown + " errors and retries in the last five minutes, its peers " + usual);
    }

    private static Optional<String> said(boolean holds, String sentence) {
        return holds ? Optional.of(sentence) : Optional.empty();
    }

    private long medianOfPeers(HardwareFact fact) {
        List<NodeHardware> all = new ArrayList<>(peers);
        all.add(hardware);
        long[] grown = LinkPeers.grown(fact, hardware, all, nowNanos);
        return grown.length == 0 ? 0 : grown[grown.length / 2];
    }

    /// The version that all peers have, if it is another one.
    private Optional<String> odd(HardwareFact fact) {
        List<String> versions = peers.stream()
                .flatMap(peer -> peer.facts(other -> isAlike(fact, other)).stream())
                .map(HardwareFact::text)
                .toList();
        boolean isAgreed =
                versions.size() >= PEERS_MIN && versions.stream().distinct().count() == 1;
        return isAgreed && !versions.getFirst().equals(fact.text())
                ? Optional.of(versions.getFirst())
                : Optional.empty();
    }

    private static boolean isAlike(HardwareFact fact, HardwareFact other) {
        return other.kind() == fact.kind() && other.device().equals(fact.device());
    }
}
