// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.flight;

import dev.lockstep.agent.reader.tree.Node;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.cause.flight.FlightDump;
import dev.lockstep.core.analysis.cause.flight.FlightDump.Condition;
import dev.lockstep.core.analysis.cause.flight.FlightDump.Group;
import dev.lockstep.core.analysis.cause.flight.FlightDump.Status;
import dev.lockstep.core.analysis.cause.flight.FlightEntry;
import dev.lockstep.core.analysis.cause.flight.FlightEntry.Sizes;
import dev.lockstep.core.analysis.cause.flight.FlightEntry.State;
import dev.lockstep.core.analysis.clue.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// Makes a dump out of its tree, of every version from 1.1 on: older ones have a plain `seq_id`, the group's members
/// under its local id, and no counters.
final class DumpBuilder {
    /// Entries that are kept of one dump, the newest; the recorder's own ring is seldom larger.
    static final int ENTRIES_MAX = 20_000;

    private static final int GROUPS_MAX = 100_000;
    private static final int MEMBERS_MAX = 1_000_000;
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

    private final Source source;

    DumpBuilder(Source source) {
        this.source = source;
    }

    FlightDump empty(OptionalInt rank) {
        return new FlightDump(
                source,
                rank,
                "",
                List.of(),
                List.of(),
                List.of(),
                Condition.EMPTY,
                "the dump has no bytes: its writing failed, or its process was killed");
    }

    FlightDump dump(OptionalInt rank, Node root, Condition condition, String trouble) {
        OptionalInt written = root.get("rank").small();
        return new FlightDump(
                source,
                rank.isPresent() ? rank : written,
                root.get("version").text(),
                groups(root.get("pg_config")),
                statuses(root.get("pg_status")),
                entries(root.get("entries").items()),
                condition,
                trouble);
    }

    private static List<Group> groups(Node config) {
        List<Group> groups = new ArrayList<>();
        config.fields().forEach((key, node) -> {
            if (groups.size() < GROUPS_MAX) {
                String name = node.get("name").word().orElse(key);
                Node ranks = node.has("ranks") ? node.get("ranks") : node;
                groups.add(new Group(name, node.get("desc").text(), ranks(ranks)));
            }
        });
        return groups;
    }

    /// A list, or its text: `[0, 1, 2]`.
    private static List<Integer> ranks(Node node) {
        List<Integer> ranks = new ArrayList<>();
        for (Node item : node.items()) {
            item.small().ifPresent(ranks::add);
        }
        if (ranks.isEmpty()) {
            NUMBER.matcher(node.text())
                    .results()
                    .limit(MEMBERS_MAX)
                    .forEach(found -> Numbers.small(found.group()).ifPresent(ranks::add));
        }
        return ranks;
    }

    private static List<Status> statuses(Node status) {
        List<Status> statuses = new ArrayList<>();
        status.fields().forEach((key, node) -> {
            var id = Numbers.whole(key);
            if (id.isPresent() && node.has("last_enqueued_collective") && statuses.size() < GROUPS_MAX) {
                statuses.add(new Status(
                        id.getAsLong(),
                        node.get("last_enqueued_collective").whole().orElse(-1),
                        node.get("last_started_collective").whole().orElse(-1),
                        node.get("last_completed_collective").whole().orElse(-1)));
            }
        });
        return statuses;
    }

    private static List<FlightEntry> entries(List<Node> items) {
        int from = Math.max(0, items.size() - ENTRIES_MAX);
        List<FlightEntry> entries = new ArrayList<>();
        for (Node item : items.subList(from, items.size())) {
            if (!item.fields().isEmpty()) {
                entries.add(entry(item));
            }
        }
        return entries;
    }

    private static FlightEntry entry(Node item) {
        List<Node> group = item.get("process_group").items();
        long plain = item.get("seq_id").whole().orElse(-1);
        String name = item.get("profiling_name").text();
        return new FlightEntry(
                item.get("pg_id").whole().orElse(0),
                group.isEmpty() ? item.get("pg_name").text() : group.getFirst().text(),
                group.size() < 2 ? "" : group.get(1).text(),
                item.get("collective_seq_id").whole().orElse(plain),
                item.get("p2p_seq_id").whole().orElse(plain),
                name,
                new Sizes(
                        item.get("input_sizes").rendered(),
                        item.get("output_sizes").rendered()),
                item.get("input_dtypes").rendered(),
                state(item),
                item.get("is_p2p").isTrue() || name.contains("->") || name.contains("<-"),
                item.get("time_created_ns").whole().orElse(Long.MAX_VALUE));
    }

    /// An entry that was retired is over, whatever its state says.
    private static State state(Node item) {
        if (item.get("retired").isTrue()) {
            return State.COMPLETED;
        }
        return switch (item.get("state").text()) {
            case "completed" -> State.COMPLETED;
            case "started" -> State.STARTED;
            default -> State.SCHEDULED;
        };
    }
}
