// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.logs;

import dev.lockstep.simulator.logs.RankStory.Progress;
import dev.lockstep.simulator.program.Datatype;
import dev.lockstep.simulator.timeline.GroupState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// A rank's dump as PyTorch's Flight Recorder writes it, with timing on, so that it knows what the GPU has begun.
final class FlightRecorder {
    private static final String VERSION = "2.9";

    private final RankStory story;

    private FlightRecorder(RankStory story) {
        this.story = story;
    }

    static byte[] dump(RankStory story) {
        return PickleWriter.write(new FlightRecorder(story).dump());
    }

    private Map<String, Object> dump() {
        Map<String, Object> dump = new LinkedHashMap<>();
        dump.put("version", VERSION);
        dump.put("pg_config", config());
        dump.put("pg_status", status());
        List<Object> entries = new ArrayList<>();
        for (TorchOperation operation : story.last()) {
            entries.add(entry(operation, entries.size()));
        }
        dump.put("entries", entries);
        return dump;
    }

    private Map<String, Object> config() {
        Map<String, Object> config = new LinkedHashMap<>();
        for (Progress group : story.progress()) {
            List<Integer> ranks = IntStream.range(0, group.communicator().ranks())
                    .map(group.communicator()::worldRank)
                    .boxed()
                    .toList();
            Map<String, Object> of = new LinkedHashMap<>();
            of.put("name", LogWords.groupName(group.communicator()));
            of.put("desc", LogWords.groupDescription(group.communicator()));
            of.put("ranks", ranks.toString());
            config.put(LogWords.groupName(group.communicator()), of);
        }
        return config;
    }

    private Map<String, Object> status() {
        Map<String, Object> status = new LinkedHashMap<>();
        for (Progress group : story.progress()) {
            Map<String, Object> of = new LinkedHashMap<>();
            of.put("last_enqueued_collective", group.enqueued());
            of.put("last_started_collective", group.started());
            of.put("last_completed_collective", group.completed());
            status.put(Integer.toString(group.localId()), of);
        }
        return status;
    }

    private Map<String, Object> entry(TorchOperation operation, int number) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("record_id", number);
        entry.put("pg_id", story.progress(operation.communicator()).localId());
        entry.put(
                "process_group",
                List.of(
                        LogWords.groupName(operation.communicator()),
                        LogWords.groupDescription(operation.communicator())));
        entry.put("collective_seq_id", operation.isPointToPoint() ? 0L : operation.sequence());
        entry.put("p2p_seq_id", operation.isPointToPoint() ? operation.sequence() : 0L);
        entry.put("op_id", number + 1);
        entry.put("profiling_name", operation.name());
        entry.put("time_created_ns", LogWords.wallNanos(operation.enqueueNanos()));
        entry.put("input_sizes", List.of(List.of(operation.in())));
        entry.put("input_dtypes", List.of(type(operation.datatype())));
        entry.put("output_sizes", List.of(List.of(operation.out())));
        entry.put("output_dtypes", List.of(type(operation.datatype())));
        entry.put("state", operation.word());
        operation.startNanos().ifPresent(nanos -> entry.put("time_discovered_started_ns", LogWords.wallNanos(nanos)));
        operation.endNanos().ifPresent(nanos -> entry.put("time_discovered_completed_ns", LogWords.wallNanos(nanos)));
        entry.put("retired", operation.state() == GroupState.DONE);
        entry.put("timeout_ms", LogWords.TIMEOUT_MILLIS);
        entry.put("is_p2p", operation.isPointToPoint());
        return entry;
    }

    private static String type(Datatype datatype) {
        return switch (datatype) {
            case INT8 -> "Char";
            case BFLOAT16 -> "BFloat16";
            case FLOAT32 -> "Float";
        };
    }
}
