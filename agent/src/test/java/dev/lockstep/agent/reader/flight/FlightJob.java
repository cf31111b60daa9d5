// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.flight;

import dev.lockstep.agent.reader.all.Inputs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// Dumps of an invented job, written as the recorder writes them: local ids and job-wide names differ, finished
/// operations have no entries.
final class FlightJob {
    private record Group(String name, String description, List<Integer> ranks) {}

    private record Counters(long enqueued, long completed) {}

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Map<Integer, Map<String, Counters>> counters = new LinkedHashMap<>();
    private final Map<Integer, List<String>> entries = new LinkedHashMap<>();
    private final Map<String, String> shapes = new LinkedHashMap<>();
    private int records;

    FlightJob group(String name, String description, Integer... ranks) {
        groups.put(name, new Group(name, description, List.of(ranks)));
        return this;
    }

    /// The rank's counters in the group, with an entry for each operation in between.
    FlightJob at(int rank, String group, long enqueued, long completed, String operation) {
        counters.computeIfAbsent(rank, key -> new LinkedHashMap<>()).put(group, new Counters(enqueued, completed));
        for (long sequence = completed + 1; sequence <= enqueued; sequence++) {
            entry(rank, group, sequence, 0, "nccl:" + operation, false);
        }
        return this;
    }

    FlightJob idle(int rank, String group, long number) {
        return at(rank, group, number, number, "none");
    }

    FlightJob shape(int rank, String group, String shape) {
        shapes.put(rank + "/" + group, shape);
        return this;
    }

    FlightJob point(int rank, String group, long number, String name) {
        counters.computeIfAbsent(rank, key -> new LinkedHashMap<>()).put(group, new Counters(number, number - 1));
        entry(rank, group, 0, number, "nccl:" + name, true);
        return this;
    }

    private void entry(int rank, String group, long sequence, long point, String name, boolean isPoint) {
        String shape = shapes.getOrDefault(rank + "/" + group, "[[256, 32]]");
        entries.computeIfAbsent(rank, key -> new ArrayList<>())
                .add(String.format(
                        Locale.ROOT,
                        "{\"record_id\": %d, \"pg_id\": %d, \"process_group\": [\"%s\", \"%s\"],"
                                + " \"collective_seq_id\": %d, \"p2p_seq_id\": %d, \"op_id\": %d, \"profiling_name\":"
                                + " \"%s\", \"time_created_ns\": %d, \"input_sizes\": %s, \"input_dtypes\": [\"Float\"],"
                                + " \"output_sizes\": %s, \"output_dtypes\": [\"Float\"], \"state\": \"scheduled\","
                                + " \"retired\": false, \"timeout_ms\": 600000, \"is_p2p\": %b}",
                        records,
                        localId(rank, group),
                        group,
                        described(group),
                        sequence,
                        point,
                        sequence,
                        name,
                        1_700_000_000_000_000_000L + records++,
                        shape,
                        shape,
                        isPoint));
    }

    private Group group(String name) {
        return Objects.requireNonNull(groups.get(name));
    }

    private String described(String name) {
        return group(name).description();
    }

    /// Each rank numbers the groups that it is in, with gaps.
    private int localId(int rank, String group) {
        List<String> own = own(rank);
        return own.indexOf(group) * 2;
    }

    private List<String> own(int rank) {
        return groups.values().stream()
                .filter(group -> group.ranks().contains(rank))
                .map(Group::name)
                .toList();
    }

    String dump(int rank) {
        String config = own(rank).stream()
                .map(name -> "\"" + name + "\": {\"name\": \"" + name + "\", \"desc\": \""
                        + described(name) + "\", \"ranks\": \""
                        + group(name).ranks() + "\"}")
                .collect(Collectors.joining(", "));
        Map<String, Counters> own = counters.getOrDefault(rank, Map.of());
        String status = own.entrySet().stream()
                .map(entry -> "\"" + localId(rank, entry.getKey()) + "\": {\"last_enqueued_collective\": "
                        + entry.getValue().enqueued() + ", \"last_started_collective\": -1,"
                        + " \"last_completed_collective\": " + entry.getValue().completed() + "}")
                .collect(Collectors.joining(", "));
        return "{\"version\": \"2.9\", \"nccl_version\": \"2.27.3\", \"pg_config\": {" + config + "}, \"pg_status\": {"
                + status + "}, \"entries\": [" + String.join(", ", entries.getOrDefault(rank, List.of())) + "]}";
    }

    /// The dumps of all ranks that did anything.
    Inputs inputs() {
        Inputs inputs = new Inputs();
        counters.keySet().forEach(rank -> inputs.and("dumps/nccl_trace_rank_" + rank, dump(rank)));
        return inputs;
    }
}
