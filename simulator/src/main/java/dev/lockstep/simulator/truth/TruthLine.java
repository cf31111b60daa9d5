// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.truth;

import dev.lockstep.simulator.timeline.GpuClock;
import dev.lockstep.simulator.timeline.GroupRun;
import dev.lockstep.simulator.timeline.OperationRun;
import dev.lockstep.simulator.topology.Communicator;
import java.util.Locale;
import java.util.OptionalLong;
import tools.jackson.core.JsonGenerator;

/// One line of a truth file:
///
/// ```
/// {"rank":5,"op":12,"step":0,"comm":"0x04ba1a52ddb65427","comm_name":"TP_1","comm_rank":1,
///  "n_ranks":4,"n_nodes":1,"func":"AllGather","algo":"RING","proto":"SIMPLE","calls":1,
///  "bytes":16777216,"peer":-1,"seq":3,"ordinal":7,"channels":16,"enqueue_ns":80123456,
///  "start_ns":1796000000000556544,"end_ns":1796000000000764160,"wait_ns":1200,"state":"done"}
/// ```
///
/// `start_ns` and `end_ns` are on the rank's own GPU clock, `enqueue_ns` counts from the job's
/// start.
/// What does not exist is null.
final class TruthLine {
    private TruthLine() {}

    static void write(OperationRun operation, GpuClock clock, JsonGenerator json) {
        GroupRun group = operation.group();
        Communicator communicator = group.launch().communicator();
        json.writeStartObject();
        json.writeNumberProperty("rank", group.rank());
        json.writeNumberProperty("op", operation.operation());
        json.writeNumberProperty("step", group.step());
        json.writeStringProperty("comm", communicator.id());
        json.writeStringProperty("comm_name", communicator.name());
        json.writeNumberProperty("comm_rank", communicator.commRank(group.rank()));
        json.writeNumberProperty("n_ranks", communicator.ranks());
        json.writeNumberProperty("n_nodes", communicator.nodes());
        writeCall(operation, json);
        writeTimes(operation, clock, json);
        json.writeEndObject();
    }

    private static void writeCall(OperationRun operation, JsonGenerator json) {
        json.writeStringProperty("func", operation.call().function().ncclName());
        json.writeStringProperty("algo", operation.choice().algorithm());
        json.writeStringProperty("proto", operation.choice().protocol());
        json.writeNumberProperty("calls", 1);
        json.writeNumberProperty("bytes", operation.sizeBytes());
        json.writeNumberProperty("peer", operation.call().peer());
        writeNullable("seq", operation.sequence(), json);
        json.writeNumberProperty("ordinal", operation.ordinal());
        json.writeNumberProperty(
                "channels", operation.isToSelf() ? 0 : operation.choice().channels());
    }

    private static void writeTimes(OperationRun operation, GpuClock clock, JsonGenerator json) {
        GroupRun group = operation.group();
        OptionalLong start = operation.startNanos();
        OptionalLong end = operation.endNanos();
        json.writeNumberProperty("enqueue_ns", group.enqueueNanos());
        writeNullable("start_ns", onClock(start, clock), json);
        writeNullable("end_ns", onClock(end, clock), json);
        writeNullable("wait_ns", waitNanos(group), json);
        json.writeStringProperty("state", group.state().name().toLowerCase(Locale.ROOT));
    }

    /// Time in the kernel before data moved.
    private static OptionalLong waitNanos(GroupRun group) {
        if (group.endNanos().isEmpty()) {
            return OptionalLong.empty();
        }
        long duration = group.endNanos().getAsLong() - group.startNanos().orElseThrow();
        return OptionalLong.of(Math.max(0, duration - group.transfer().nanos()));
    }

    private static OptionalLong onClock(OptionalLong nanos, GpuClock clock) {
        return nanos.isPresent() ? OptionalLong.of(clock.at(nanos.getAsLong())) : OptionalLong.empty();
    }

    private static void writeNullable(String key, OptionalLong value, JsonGenerator json) {
        if (value.isPresent()) {
            json.writeNumberProperty(key, value.getAsLong());
        } else {
            json.writeNullProperty(key);
        }
    }
}
