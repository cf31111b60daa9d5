// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import dev.lockstep.core.feed.HardwareFact;
import java.util.Collection;
import java.util.regex.Pattern;

/// What other links of the same sort suffer, on any node: what all suffer is congestion.
final class LinkPeers {
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private LinkPeers() {}

    /// By how much that fact of the others grew lately, in order.
    ///
    /// @param own the node of the fact
    /// @param all nodes, that one too
    static long[] grown(HardwareFact fact, NodeHardware own, Collection<NodeHardware> all, long nowNanos) {
        return all.stream()
                .flatMap(node -> node.facts(other -> isPeer(node == own, fact, other)).stream()
                        .map(other -> node.grown(other, nowNanos)))
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
    }

    /// Of names that differ in numbers alone.
    private static boolean isPeer(boolean isSameNode, HardwareFact fact, HardwareFact other) {
        return other.kind() == fact.kind()
                && !(isSameNode && other.device().equals(fact.device()))
                && sort(other.device()).equals(sort(fact.device()));
    }

    private static String sort(String device) {
        return NUMBER.matcher(device).replaceAll("#");
    }
}
