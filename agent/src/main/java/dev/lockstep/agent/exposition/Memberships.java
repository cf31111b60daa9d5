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

    /// What a source and those before it have shown.
    private record Shown(Set<String> communicators, Set<ProcessKey> folding) {
        Shown() {
            this(new HashSet<>(), new HashSet<>());
        }

        void add(Shown that) {
            communicators.addAll(that.communicators);
            folding.addAll(that.folding);
        }
    }

    private record ProcessKey(String host, long processId) {
        static ProcessKey of(ProcessSnapshot process) {
            return new ProcessKey(process.identity().host(), process.identity().processId());
        }
    }

    /// Sources come best first.
    public static Memberships of(List<SourceSnapshot> sources) {
        Memberships memberships = new Memberships();
        Shown before = new Shown();
        for (SourceSnapshot source : sources) {
            Shown here = new Shown();
            int hidden = 0;
            for (ProcessSnapshot process : source.processes()) {
                hidden += memberships.add(process, before, here);
            }
            before.add(here);
            memberships.hiddenBySource.put(source.name(), hidden);
        }
        return memberships;
    }

    /// Where a better source has folded communicators of a process into `other`, nobody can tell which: a worse source
    /// shows nothing of that process. What the worse one has folded itself is hidden with any other of it.
    private int add(ProcessSnapshot process, Shown before, Shown here) {
        boolean isFolded = before.folding().contains(ProcessKey.of(process));
        boolean isShownBetter = isFolded
                || process.communicators().stream()
                        .anyMatch(one -> before.communicators().contains(commonKey(one.identity())));
        int hidden = 0;
        for (CommunicatorSnapshot communicator : process.communicators()) {
            String common = commonKey(communicator.identity());
            boolean isOther = isOther(communicator);
            if (isFolded || before.communicators().contains(common) || (isOther && isShownBetter)) {
                hidden++;
                continue;
            }
            if (!common.isEmpty()) {
                here.communicators().add(common);
            }
            if (isOther) {
                here.folding().add(ProcessKey.of(process));
            }
            Membership membership = new Membership(process, communicator);
            groups.computeIfAbsent(membership.identity(), _ -> new ArrayList<>())
                    .add(membership);
        }
        return hidden;
    }

    private static boolean isOther(CommunicatorSnapshot communicator) {
        return communicator.identity().id().equals(CommunicatorIdentity.OTHER);
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
