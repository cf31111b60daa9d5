// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.flight;

import dev.lockstep.agent.flight.FlightRecord;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.shm.OperationRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// One process in a trace. Moments are nanoseconds of the trace's clock.
final class TracedProcess {
    private static final String UNKNOWN_COMMUNICATOR = "communicator no longer known";

    private final FlightRecord record;
    private final int number;
    private final long offset;
    private final Map<String, Integer> tracks = new LinkedHashMap<>();
    private final Map<String, String> gpus = new HashMap<>();
    private final Map<String, GpuClock> clocks = new HashMap<>();

    /// `number` stands for the process in the trace, since pids may be equal in containers; `offset` is the trace's
    /// clock less the process' CLOCK_MONOTONIC.
    TracedProcess(FlightRecord record, int number, long offset) {
        this.record = record;
        this.number = number;
        this.offset = offset;
        record.process().communicators().stream()
                .map(CommunicatorSnapshot::identity)
                .forEach(identity -> gpus.put(identity.id(), gpu(identity)));
        Map<String, List<OperationRecord>> byGpu = new HashMap<>();
        record.operations()
                .forEach(each ->
                        byGpu.computeIfAbsent(gpu(each), _ -> new ArrayList<>()).add(each));
        byGpu.forEach((gpu, operations) -> clocks.put(gpu, GpuClock.of(operations)));
    }

    /// What has one clock: a GPU, or where it is not known the communicator.
    private static String gpu(CommunicatorIdentity identity) {
        return identity.gpu().flatMap(gpu -> gpu.uuid().or(gpu::pciBusId)).orElse(identity.id());
    }

    private String gpu(OperationRecord operation) {
        String communicator = communicator(operation);
        return gpus.getOrDefault(communicator, communicator);
    }

    private static String communicator(OperationRecord operation) {
        return operation.communicatorId().orElse(UNKNOWN_COMMUNICATOR);
    }

    /// When its events are; a GPU's stamps are never before their enqueue.
    LongStream moments() {
        return LongStream.concat(
                record.operations().stream().mapToLong(operation -> operation.enqueuedMonotonicNanos() + offset),
                record.inFlight().stream().mapToLong(each -> each.enqueuedMonotonicNanos() + offset));
    }

    void write(Json json, long zero) {
        Stream.concat(
                        record.process().communicators().stream()
                                .map(communicator -> communicator.identity().id()),
                        record.operations().stream().map(TracedProcess::communicator))
                .forEach(communicator -> tracks.putIfAbsent(communicator, tracks.size() + 1));
        writeNames(json);
        record.operations().forEach(operation -> writeOperation(json, operation, zero));
        for (int i = 0; i < record.inFlight().size(); i++) {
            writeInFlight(json, record.inFlight().get(i), i, zero);
        }
        record.takenAt()
                .filter(_ -> record.facts().isPresent())
                .ifPresent(dead -> begin(json, "i", "seen dead", dead + offset - zero, 0)
                        .text("s", "p")
                        .end());
    }

    private void writeNames(Json json) {
        String rank = FlightWords.rank(record).isPresent()
                ? "rank " + FlightWords.number(FlightWords.rank(record))
                : "rank unknown";
        String name = rank + ", " + record.header().host() + ", pid "
                + record.header().processId();
        name(json, "process_name", 0, name);
        tracks.forEach((communicator, track) -> name(json, "thread_name", track, communicator));
    }

    private void name(Json json, String what, int track, String name) {
        json.object()
                .text("ph", "M")
                .text("name", what)
                .number("pid", number)
                .number("tid", track)
                .object("args")
                .text("name", name)
                .end()
                .end();
    }

    private void writeOperation(Json json, OperationRecord operation, long zero) {
        int track = tracks.getOrDefault(communicator(operation), 0);
        String name = FlightWords.operation(operation);
        long enqueued = operation.enqueuedMonotonicNanos() + offset - zero;
        if (!GpuClock.isTimed(operation)) {
            arguments(begin(json, "i", name, enqueued, track).text("s", "t"), operation);
            return;
        }
        GpuClock clock = clocks.getOrDefault(gpu(operation), GpuClock.of(List.of()));
        long start = clock.toHost(operation.startGpuNanos()) + offset - zero;
        writeWay(json, "operation-" + operation.number(), name, track, enqueued, start);
        arguments(
                begin(json, "X", name, start, track)
                        .micros("dur", operation.stopGpuNanos() - operation.startGpuNanos()),
                operation);
    }

    /// From the enqueue to the start on the GPU. Many are on their way at a time, which only asynchronous events show.
    private void writeWay(Json json, String id, String name, int track, long enqueued, long start) {
        begin(json, "b", name, enqueued, track)
                .text("cat", "enqueued")
                .text("id", number + "-" + id)
                .end();
        begin(json, "e", name, Math.max(enqueued, start), track)
                .text("cat", "enqueued")
                .text("id", number + "-" + id)
                .end();
    }

    private static void arguments(Json json, OperationRecord operation) {
        json.object("args")
                .number("bytes", operation.sizeBytes())
                .number("sequence", operation.sequence())
                .number("ordinal", operation.ordinal())
                .number("channels", operation.channels())
                .flag("fused", operation.grouping() == OperationRecord.Grouping.FUSED)
                .end()
                .end();
    }

    private void writeInFlight(Json json, FlightRecord.InFlight each, int index, long zero) {
        OperationInFlight operation = each.operation();
        int track = tracks.getOrDefault(each.communicator().id(), 0);
        long enqueued = each.enqueuedMonotonicNanos() + offset - zero;
        String name = "in flight: " + FlightWords.operation(operation.key());
        String id = number + "-in-flight-" + index;
        begin(json, "b", name, enqueued, track)
                .text("cat", "in flight")
                .text("id", id)
                .object("args")
                .number("bytes", operation.sizeBytes())
                .number("sequence", operation.sequence())
                .number("ordinal", operation.ordinal())
                .number("channels_started", operation.channelsStarted())
                .number("channels_stopped", operation.channelsStopped())
                .end()
                .end();
        long end = record.takenAt().map(taken -> taken + offset - zero).orElse(enqueued);
        begin(json, "e", name, Math.max(enqueued, end), track)
                .text("cat", "in flight")
                .text("id", id)
                .end();
    }

    private Json begin(Json json, String phase, String name, long nanos, int track) {
        return json.object()
                .text("ph", phase)
                .text("name", name)
                .micros("ts", nanos)
                .number("pid", number)
                .number("tid", track);
    }
}
