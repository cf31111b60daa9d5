// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.feed.NodeFeed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The hardware of all nodes, as witness: it names nobody, but what a culprit's devices suffered, and its peers' did
/// not, makes a finding surer and tells where to look. What everybody suffers, as congestion, says nothing.
public final class Hardware {
    /// Nodes that are remembered; a batch of one more is not looked at.
    static final int NODES_MAX = 65_536;

    /// Things that are counted of one node.
    static final int FACTS_MAX = 2_048;

    private static final int CULPRITS_MAX = 8;
    private static final int SENTENCES_MAX = 8;

    /// So much of the doubt is left of a finding that hardware supports.
    private static final double DOUBT_LEFT = 0.5;

    private final Map<String, NodeHardware> nodes = new HashMap<>();

    /// Nothing is known yet.
    public Hardware() {}

    /// Takes in what a batch tells of hardware; most tell nothing.
    public void accept(NodeFeed feed, long nowNanos) {
        if (feed.hardware().isEmpty() || (nodes.size() >= NODES_MAX && !nodes.containsKey(feed.node()))) {
            return;
        }
        nodes.computeIfAbsent(feed.node(), node -> new NodeHardware()).accept(feed.hardware(), nowNanos);
    }

    /// Forgets nodes of which nothing was heard for long.
    public void forget(long nowNanos) {
        nodes.values().removeIf(node -> !node.isFresh(nowNanos));
    }

    /// What is known of a node; absent if its agent was not heard lately.
    Optional<NodeHardware> of(String node, long nowNanos) {
        return Optional.ofNullable(nodes.get(node)).filter(known -> known.isFresh(nowNanos));
    }

    /// The finding with what the hardware of its culprits says, behind its first sentence; the same where it says
    /// nothing.
    ///
    /// @param nodesOfJob where the job runs: the peers
    public Finding weigh(Finding finding, Collection<String> nodesOfJob, long nowNanos) {
        if (finding.kind().isAboutHardware()) {
            return finding;
        }
        List<Testimony> said = new ArrayList<>();
        finding.culprits().stream()
                .limit(CULPRITS_MAX)
                .forEach(culprit -> said.addAll(against(culprit, finding.job().jobId(), nodesOfJob, nowNanos)));
        if (said.isEmpty()) {
            return finding;
        }
        Evidence before = finding.evidence();
        List<String> facts = new ArrayList<>(before.facts());
        List<String> sentences = said.stream()
                .map(Testimony::sentence)
                .distinct()
                .limit(SENTENCES_MAX)
                .toList();
        facts.addAll(Math.min(1, facts.size()), sentences);
        double doubt = 1 - finding.confidence();
        boolean weighs = said.stream().anyMatch(Testimony::weighs);
        Evidence evidence = new Evidence(
                before.comm(),
                before.collective(),
                before.sequence(),
                before.instances(),
                before.coverage(),
                before.secondsByRank(),
                facts);
        return new Finding(
                finding.kind(),
                finding.job(),
                finding.culprits(),
                finding.severity(),
                weighs ? 1 - doubt * DOUBT_LEFT : finding.confidence(),
                finding.onsetWallNanos(),
                finding.magnitude(),
                finding.unit(),
                evidence,
                finding.nextStep());
    }

    private List<Testimony> against(Entity culprit, String job, Collection<String> nodesOfJob, long nowNanos) {
        String node = culprit.node().orElse("");
        NodeHardware hardware = nodes.get(node);
        if (hardware == null || !hardware.isFresh(nowNanos)) {
            return List.of();
        }
        List<NodeHardware> peers = nodesOfJob.stream()
                .filter(other -> !other.equals(node))
                .map(nodes::get)
                .filter(Objects::nonNull)
                .toList();
        return new Witnesses(culprit, job, hardware, peers, nowNanos).against();
    }
}
