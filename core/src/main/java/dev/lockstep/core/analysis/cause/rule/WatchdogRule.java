// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.CommunicatorInit;
import dev.lockstep.core.analysis.clue.GroupProgress;
import dev.lockstep.core.analysis.clue.OperationSeen;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Hangs from watchdog lines, whose groups have no list of members. Groups are looked at one by one, since numbers
/// count
/// by group; then a rank that is missing in one group and itself waits in another is taken for a witness.
public final class WatchdogRule implements Rule {
    private static final String NUMBERING = "pytorch";

    /// The only state is in the argument.
    public WatchdogRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        Map<String, WatchedGroup> groups = groups(sightings);
        Set<Integer> ranksSeen = new TreeSet<>();
        Set<Integer> waitingSomewhere = new HashSet<>();
        for (WatchedGroup group : groups.values()) {
            ranksSeen.addAll(group.waiting().keySet());
            ranksSeen.addAll(group.progress().keySet());
            waitingSomewhere.addAll(group.waitingRanks());
        }
        int ranksOfJob = ranksOfJob(sightings);
        long doubled = sightings.clues(Signal.INFO_PARSED).stream()
                .map(clue -> clue.fact("duplicates_dropped"))
                .filter(fact -> !fact.isEmpty())
                .mapToLong(Long::parseLong)
                .sum();
        List<Conclusion> conclusions = new ArrayList<>();
        for (WatchedGroup group : groups.values()) {
            if (group.hasWaiters()) {
                Conclusion form = new HangForms(group, ranksSeen, waitingSomewhere, ranksOfJob).judge();
                form = doubled > 0 ? form.with("duplicates_dropped", doubled) : form;
                conclusions.add(withIdle(form, group, groups));
            }
        }
        return conclusions;
    }

    private static Conclusion withIdle(Conclusion conclusion, WatchedGroup group, Map<String, WatchedGroup> groups) {
        WatchedGroup whole = groups.get("0");
        return whole != null && whole != group && !whole.hasWaiters()
                ? conclusion.with("pg_default", "idle")
                : conclusion;
    }

    private static Map<String, WatchedGroup> groups(Sightings sightings) {
        Map<String, WatchedGroup> groups = new LinkedHashMap<>();
        for (GroupProgress progress : sightings.of(GroupProgress.class)) {
            if (progress.members().isEmpty()) {
                groups.computeIfAbsent(progress.subject().group().orElse(""), WatchedGroup::new)
                        .add(progress);
            }
        }
        for (OperationSeen operation : sightings.of(OperationSeen.class)) {
            if (operation.members().isEmpty()
                    && operation.numbering().equals(NUMBERING)
                    && operation.state() == OperationSeen.State.TIMED_OUT) {
                String key = operation.subject().group().orElseGet(() -> onlyGroupAt(groups, operation));
                groups.computeIfAbsent(key, WatchedGroup::new).add(operation);
            }
        }
        return groups;
    }

    /// A time-out without a group belongs to the group in which others wait at the same number, if that is one.
    private static String onlyGroupAt(Map<String, WatchedGroup> groups, OperationSeen operation) {
        List<String> fitting = groups.values().stream()
                .filter(group -> group.waiting().values().stream()
                        .anyMatch(other -> other.seq().equals(operation.seq())
                                && other.op().equals(operation.op())))
                .map(WatchedGroup::key)
                .filter(key -> !key.isEmpty())
                .toList();
        return fitting.size() == 1 ? fitting.getFirst() : "";
    }

    /// The largest communicator that NCCL's own lines name; 0 if there are none.
    private static int ranksOfJob(Sightings sightings) {
        return sightings.of(CommunicatorInit.class).stream()
                .mapToInt(init -> init.ranks().orElse(0))
                .max()
                .orElse(0);
    }
}
