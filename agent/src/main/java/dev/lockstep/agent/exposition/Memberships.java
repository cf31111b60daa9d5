// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.snapshot.SeriesIdentity;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.ProcessSnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Decides what is shown of what several sources see. A communicator that a better source shows is left out, those of
/// equal labels come together in one group; both are counted.
public final class Memberships {
    /// Inspector cuts a communicator's 16 digits to these.
    private static final int COMMON_DIGITS = 14;

    private final SortedMap<SeriesIdentity, List<Membership>> groups = new TreeMap<>();
    private final Map<String, Integer> hiddenBySource = new LinkedHashMap<>();

    private Memberships() {}

    /// Sources come best first.
    public static Memberships of(List<SourceSnapshot> sources) {
        Memberships memberships = new Memberships();
        Set<String> shownBefore = new HashSet<>();
        for (SourceSnapshot source : sources) {
            Set<String> shownHere = new HashSet<>();
            int hidden = 0;
            for (ProcessSnapshot process : source.processes()) {
                hidden += memberships.add(process, shownBefore, shownHere);
            }
            shownBefore.addAll(shownHere);
            memberships.hiddenBySource.put(source.name(), hidden);
        }
        return memberships;
    }

    private int add(ProcessSnapshot process, Set<String> shownBefore, Set<String> shownHere) {
        int hidden = 0;
        for (CommunicatorSnapshot communicator : process.communicators()) {
            String common = commonKey(communicator.identity());
            if (shownBefore.contains(common)) {
                hidden++;
                continue;
            }
            if (!common.isEmpty()) {
                shownHere.add(common);
            }
            Membership membership = new Membership(process, communicator);
            groups.computeIfAbsent(membership.identity(), _ -> new ArrayList<>())
                    .add(membership);
        }
        return hidden;
    }

    /// What two sources agree on for one communicator and rank; empty where one of the two is not known.
    private static String commonKey(CommunicatorIdentity identity) {
        if (identity.id().length() < COMMON_DIGITS || identity.commRank().isEmpty()) {
            return "";
        }
        return identity.id().substring(0, COMMON_DIGITS) + "/"
                + identity.commRank().getAsInt();
    }

    /// Memberships of equal labels, in the order of their labels; no group is empty.
    public SortedMap<SeriesIdentity, List<Membership>> groups() {
        return groups;
    }

    /// How many communicators of each source are left out.
    Map<String, Integer> hiddenBySource() {
        return hiddenBySource;
    }

    /// How many communicators are served as part of a sum.
    int merged() {
        return groups.values().stream()
                .mapToInt(List::size)
                .filter(size -> size > 1)
                .sum();
    }
}
