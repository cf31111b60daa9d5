// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.cause.flight.FlightDump.Group;
import dev.lockstep.core.analysis.cause.flight.FlightDump.Status;
import dev.lockstep.core.analysis.cause.flight.GroupView.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Puts the dumps of all ranks together by group. Numbers of different groups are never mixed: the key of a group is
/// its job-wide name and its members.
final class FlightGroups {
    private final Map<String, GroupView> views = new LinkedHashMap<>();
    private final Map<Integer, FlightDump> dumps = new TreeMap<>();

    FlightGroups(List<FlightDump> all) {
        for (FlightDump dump : all) {
            boolean isUsable = dump.condition() == FlightDump.Condition.READ
                    || (dump.condition() == FlightDump.Condition.BROKEN
                            && !dump.statuses().isEmpty());
            if (isUsable
                    && dump.rank().isPresent()
                    && !dumps.containsKey(dump.rank().getAsInt())) {
                dumps.put(dump.rank().getAsInt(), dump);
            }
        }
        dumps.forEach(this::add);
    }

    /// Groups that were put together elsewhere.
    FlightGroups(Map<Integer, FlightDump> dumps, Map<String, GroupView> views) {
        this.dumps.putAll(dumps);
        this.views.putAll(views);
    }

    List<GroupView> views() {
        return List.copyOf(views.values());
    }

    /// The dumps that are used, by world rank.
    Map<Integer, FlightDump> dumps() {
        return dumps;
    }

    private void add(int rank, FlightDump dump) {
        Map<Long, Group> byId = LocalGroups.of(dump);
        Map<Long, List<FlightEntry>> entries = new TreeMap<>();
        for (FlightEntry entry : dump.entries()) {
            entries.computeIfAbsent(entry.localGroup(), key -> new ArrayList<>())
                    .add(entry);
        }
        for (Status status : dump.statuses()) {
            Group group = byId.get(status.localId());
            if (group != null) {
                view(group).add(rank, new Progress(status.enqueued(), status.started(), status.completed()));
            }
        }
        entries.forEach((id, ofGroup) -> {
            Group group = byId.getOrDefault(id, new Group(Long.toString(id), "", List.of()));
            GroupView view = view(group);
            ofGroup.forEach(entry -> view.add(rank, entry));
            view.add(rank, progress(ofGroup));
        });
    }

    /// Counters of versions that write none: what the entries alone say.
    private static Progress progress(List<FlightEntry> entries) {
        long enqueued = -1;
        long completed = -1;
        long firstOpen = Long.MAX_VALUE;
        for (FlightEntry entry : entries) {
            long number = entry.isPointToPoint() ? entry.pointSequence() : entry.sequence();
            enqueued = Math.max(enqueued, number);
            if (entry.isOpen()) {
                firstOpen = Math.min(firstOpen, number);
            } else {
                completed = Math.max(completed, number);
            }
        }
        long done = firstOpen == Long.MAX_VALUE ? completed : Math.max(completed, firstOpen - 1);
        return new Progress(enqueued, -1, Math.min(done, enqueued));
    }

    private GroupView view(Group group) {
        List<Integer> members = group.ranks();
        return views.computeIfAbsent(
                group.name() + " " + members, key -> new GroupView(group.name(), group.description(), members));
    }
}
