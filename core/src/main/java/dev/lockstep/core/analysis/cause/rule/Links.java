// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Transport errors of many pairs are one incident: an end that most of them share is where to look.
public final class Links implements Refinement {
    private static final int PAIRS_FOR_BLAME = 2;

    /// The only state is in the arguments.
    public Links() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        List<Conclusion> errors = conclusions.stream()
                .filter(each -> each.signal() == Signal.NET_COMPLETION_ERROR
                        && each.incident().startsWith("link|"))
                .toList();
        if (errors.size() < 2) {
            return conclusions;
        }
        Conclusion one = errors.stream().reduce(ClueRule::together).orElseThrow();
        Map<String, Set<String>> hostsByPeer = new LinkedHashMap<>();
        Map<String, Set<String>> peersByHost = new LinkedHashMap<>();
        for (Conclusion error : errors) {
            String[] ends = error.incident().split("\\|", -1);
            hostsByPeer.computeIfAbsent(ends[2], peer -> new LinkedHashSet<>()).add(ends[1]);
            peersByHost.computeIfAbsent(ends[1], host -> new LinkedHashSet<>()).add(ends[2]);
        }
        List<Conclusion> rest = new ArrayList<>(conclusions);
        rest.removeAll(errors);
        rest.add(blame(one.in("link"), hostsByPeer, peersByHost));
        return rest;
    }

    private static Conclusion blame(
            Conclusion all, Map<String, Set<String>> hostsByPeer, Map<String, Set<String>> peersByHost) {
        String peer = most(hostsByPeer);
        String host = most(peersByHost);
        int byPeer =
                peer.isEmpty() ? 0 : hostsByPeer.getOrDefault(peer, Set.of()).size();
        int byHost =
                host.isEmpty() ? 0 : peersByHost.getOrDefault(host, Set.of()).size();
        if (byPeer >= PAIRS_FOR_BLAME && byPeer > byHost) {
            return all.blaming(List.of(Subject.NONE.withPeer(peer)))
                    .witnessedBy(all.culprits())
                    .with("peer_host", peer)
                    .saying(byPeer + " hosts got no answer from " + peer)
                    .sure(0.85);
        }
        if (byHost >= PAIRS_FOR_BLAME && byHost > byPeer) {
            List<Subject> own = all.culprits().stream()
                    .filter(subject -> subject.host().orElse("").equals(host))
                    .toList();
            return all.blaming(own)
                    .saying(host + " cannot reach " + byHost + " peers")
                    .sure(0.85);
        }
        return all;
    }

    private static String most(Map<String, Set<String>> by) {
        return by.entrySet().stream()
                .filter(entry -> !entry.getKey().isEmpty())
                .max(Map.Entry.comparingByValue((one, other) -> Integer.compare(one.size(), other.size())))
                .map(Map.Entry::getKey)
                .orElse("");
    }
}
