// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.MemberState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// Where slow communicators cross and fine ones do not: a rank's path that all slow ones have, else a node
/// that they have.
final class Crossing {
    private final Collection<CommunicatorState> slow;
    private final Collection<CommunicatorState> fine;

    Crossing(Collection<CommunicatorState> slow, Collection<CommunicatorState> fine) {
        this.slow = slow;
        this.fine = fine;
    }

    /// The ranks that are in every slow communicator and in no fine one; if the channels of one rail lag, those on
    /// that rail.
    List<Entity> ranks(Lagging lagging) {
        Map<String, Entity> common = common();
        Map<String, Entity> onRail = new LinkedHashMap<>(common);
        for (CommunicatorState communicator : slow) {
            int rails = communicator.ranks() / Math.max(1, nodes(communicator).size());
            OptionalInt rail = lagging.rail(rails);
            if (rail.isPresent()) {
                onRail.keySet().retainAll(onRail(communicator, rail.getAsInt()));
            }
        }
        return new ArrayList<>((onRail.isEmpty() ? common : onRail).values());
    }

    /// The members that are the one of that number on their nodes.
    private static Set<String> onRail(CommunicatorState communicator, int rail) {
        Map<String, Integer> seen = new HashMap<>();
        Set<String> found = new LinkedHashSet<>();
        for (MemberState member : communicator.members()) {
            if (seen.merge(member.process().node(), 1, Integer::sum) == rail + 1) {
                found.add(name(member));
            }
        }
        return found;
    }

    private Map<String, Entity> common() {
        Map<String, Entity> common = new LinkedHashMap<>();
        boolean isFirst = true;
        for (CommunicatorState communicator : slow) {
            Map<String, Entity> here = new LinkedHashMap<>();
            communicator.members().forEach(member -> here.put(name(member), member.entity()));
            if (isFirst) {
                common.putAll(here);
            } else {
                common.keySet().retainAll(here.keySet());
            }
            isFirst = false;
        }
        for (CommunicatorState communicator : fine) {
            communicator.members().forEach(member -> common.remove(name(member)));
        }
        return common;
    }

    /// The nodes that every slow communicator crosses and no fine one does.
    Set<String> nodes() {
        Set<String> common = new TreeSet<>();
        boolean isFirst = true;
        for (CommunicatorState communicator : slow) {
            if (isFirst) {
                common.addAll(nodes(communicator));
            } else {
                common.retainAll(nodes(communicator));
            }
            isFirst = false;
        }
        fine.forEach(communicator -> common.removeAll(nodes(communicator)));
        return common;
    }

    /// The nodes of one.
    static Set<String> nodes(CommunicatorState communicator) {
        Set<String> nodes = new LinkedHashSet<>();
        communicator.members().forEach(member -> nodes.add(member.process().node()));
        return nodes;
    }

    private static String name(MemberState member) {
        return member.process().key() + "/" + member.gpu() + "/" + member.worldRank();
    }
}
