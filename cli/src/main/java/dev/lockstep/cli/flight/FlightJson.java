// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.flight;

import dev.lockstep.agent.flight.FlightFacts;
import dev.lockstep.agent.flight.FlightRecord;
import dev.lockstep.agent.flight.NotedOperation;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.shm.OperationRecord;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/// A flight record as one JSON object on a line, with everything in it. `docs/flight-records.md` names the fields.
public final class FlightJson {
    private final Json json;

    private FlightJson(Json json) {
        this.json = json;
    }

    /// Writes one line for each record, and leaves the writer open.
    public static void write(List<FlightRecord> records, Writer to) {
        for (FlightRecord record : records) {
            Json json = new Json(new KeptOpen(to));
            new FlightJson(json).write(record);
            json.close();
        }
    }

    private void write(FlightRecord record) {
        json.object();
        writeProcess(record);
        record.facts().ifPresent(this::writeFacts);
        json.array("communicators");
        record.process().communicators().forEach(this::writeCommunicator);
        json.endArray().array("in_flight");
        record.inFlight().forEach(each -> writeInFlight(record, each));
        json.endArray().array("operations");
        record.operations().forEach(this::writeOperation);
        json.endArray()
                .counts("lost", record.process().lost())
                .counts("suspect", record.process().suspect())
                .end()
                .newLine();
    }

    private void writeProcess(FlightRecord record) {
        json.text("file", record.file().toString())
                .text("ended", FlightWords.endingWord(record))
                .text("state", FlightWords.stateWord(record.state()))
                .text("host", record.header().host())
                .number("pid", record.header().processId())
                .number("uid", record.header().userId())
                .number("start_ticks", record.header().startTicks())
                .text("boot_id", record.header().bootId())
                .text("job_id", record.process().identity().jobId())
                .number("rank", FlightWords.rank(record))
                .text("nccl_version", record.process().identity().ncclVersion())
                .number("profiler_api", record.process().identity().profilerApi())
                .text("plugin_version", record.header().pluginVersion())
                .number("anchor_monotonic_nanos", record.header().anchorMonotonicNanos())
                .number("anchor_wall_nanos", record.header().anchorWallNanos());
    }

    private void writeFacts(FlightFacts facts) {
        json.text("node", facts.node())
                .text("seen_dead", facts.seenDead().wall().toString())
                .number("seen_dead_monotonic_nanos", facts.seenDead().monotonicNanos())
                .text(
                        "seen_alive",
                        facts.lastSeenAlive().map(alive -> alive.wall().toString()));
        json.array("hung");
        facts.hung().forEach(this::writeHung);
        json.endArray();
    }

    private void writeHung(NotedOperation operation) {
        json.object()
                .text("communicator", operation.communicatorId())
                .text("function", operation.function())
                .text("algorithm", operation.algorithm())
                .text("protocol", operation.protocol())
                .number("bytes", operation.sizeBytes())
                .number("ordinal", operation.ordinal())
                .number("sequence", operation.sequence())
                .number("age_nanos", operation.ageNanos())
                .number("channels_started", operation.channelsStarted())
                .number("channels_stopped", operation.channelsStopped())
                .end();
    }

    private void writeCommunicator(CommunicatorSnapshot communicator) {
        CommunicatorIdentity identity = communicator.identity();
        json.object()
                .text("communicator", identity.id())
                .number("hash_ordinal", identity.hashOrdinal())
                .text("name", identity.name())
                .number("comm_rank", identity.commRank())
                .number("ranks", identity.ranks())
                .number("nodes", identity.nodes())
                .number("calls", FlightWords.calls(communicator))
                .number("busy_nanos", communicator.busyNanos())
                .flag("finalized", communicator.ended());
        identity.gpu().ifPresent(this::writeGpu);
        json.end();
    }

    private void writeGpu(GpuIdentity gpu) {
        json.number("gpu", gpu.index()).text("gpu_uuid", gpu.uuid()).text("pci_bus_id", gpu.pciBusId());
    }

    private void writeInFlight(FlightRecord record, FlightRecord.InFlight each) {
        OperationInFlight operation = each.operation();
        json.object()
                .text("communicator", each.communicator().id())
                .text("function", operation.key().function().ncclName())
                .text("algorithm", operation.key().algorithm())
                .text("protocol", operation.key().protocol())
                .number("bytes", operation.sizeBytes())
                .number("ordinal", operation.ordinal())
                .number("sequence", operation.sequence())
                .number("peer", operation.peer())
                .number("enqueued_monotonic_nanos", each.enqueuedMonotonicNanos())
                .number("channels_started", operation.channelsStarted())
                .number("channels_stopped", operation.channelsStopped());
        record.age(each).ifPresent(age -> json.number("age_nanos", age.toNanos()));
        json.end();
    }

    private void writeOperation(OperationRecord operation) {
        json.object()
                .number("number", operation.number())
                .text("communicator", operation.communicatorId())
                .text("function", operation.function().ncclName())
                .text("algorithm", operation.algorithm())
                .text("protocol", operation.protocol())
                .number("bytes", operation.sizeBytes())
                .number("ordinal", operation.ordinal())
                .number("sequence", operation.sequence())
                .number("enqueued_monotonic_nanos", operation.enqueuedMonotonicNanos())
                .number("start_gpu_nanos", operation.startGpuNanos())
                .number("stop_gpu_nanos", operation.stopGpuNanos())
                .number("channels", operation.channels())
                .text("timing", operation.timing().name().toLowerCase(Locale.ROOT))
                .flag("fused", operation.grouping() == OperationRecord.Grouping.FUSED)
                .flag("settled", operation.ending() == OperationRecord.Ending.SETTLED)
                .end();
    }
}
