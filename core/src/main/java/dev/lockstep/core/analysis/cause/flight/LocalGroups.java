// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.cause.flight.FlightDump.Group;
import dev.lockstep.core.analysis.cause.flight.FlightDump.Status;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Which group a rank-local id stands for.
///
/// Counters are kept under ids that each rank gives out by itself; only entries say which group an id is. A rank whose
/// operations are all retired has no entries, and it is the one that matters. But both numbers are given out in the
/// order in which groups are made, so where a rank has as many groups as counters they stand in the same order.
final class LocalGroups {
    private LocalGroups() {}

    /// Groups by local id; an id that cannot be told is not there.
    static Map<Long, Group> of(FlightDump dump) {
        Map<String, Group> byName = new HashMap<>();
        for (Group group : dump.groups()) {
            byName.putIfAbsent(group.name(), group);
        }
        Map<Long, Group> known = new TreeMap<>();
        for (FlightEntry entry : dump.entries()) {
            if (!entry.group().isEmpty()) {
                known.computeIfAbsent(
                        entry.localGroup(),
                        key -> byName.getOrDefault(
                                entry.group(), new Group(entry.group(), entry.description(), List.of())));
            }
        }
        Map<Long, Group> inOrder = inOrder(dump);
        boolean agrees = known.entrySet().stream()
                .allMatch(entry -> !inOrder.containsKey(entry.getKey())
                        || name(inOrder, entry.getKey()).equals(entry.getValue().name()));
        if (agrees) {
            inOrder.forEach(known::putIfAbsent);
        }
        byOwnName(dump, byName, known);
        return known;
    }

    private static String name(Map<Long, Group> groups, long id) {
        Group group = groups.get(id);
        return group == null ? "" : group.name();
    }

    private static Map<Long, Group> inOrder(FlightDump dump) {
        boolean isNumbered =
                dump.groups().stream().allMatch(group -> group.name().matches("\\d{1,9}"));
        if (!isNumbered || dump.groups().size() != dump.statuses().size()) {
            return Map.of();
        }
        List<Group> groups = dump.groups().stream()
                .sorted(Comparator.comparingInt(group -> Integer.parseInt(group.name())))
                .toList();
        List<Status> statuses = dump.statuses().stream()
                .sorted(Comparator.comparingLong(Status::localId))
                .toList();
        Map<Long, Group> found = new TreeMap<>();
        for (int i = 0; i < groups.size(); i++) {
            found.put(statuses.get(i).localId(), groups.get(i));
        }
        return found;
    }

    /// The default group is 0 under both numbers.
    private static void byOwnName(FlightDump dump, Map<String, Group> byName, Map<Long, Group> known) {
        Group whole = byName.get("0");
        boolean counted = dump.statuses().stream().anyMatch(status -> status.localId() == 0);
        if (whole != null && counted) {
            known.putIfAbsent(0L, whole);
        }
    }
}
