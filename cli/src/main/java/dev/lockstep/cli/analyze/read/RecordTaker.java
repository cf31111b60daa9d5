// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.agent.inspector.line.Field;
import dev.lockstep.agent.inspector.line.InspectorRecord;
import dev.lockstep.agent.inspector.line.Names;
import dev.lockstep.agent.inspector.line.OperationFields;
import dev.lockstep.agent.inspector.line.OperationRules;
import dev.lockstep.agent.inspector.line.RecordSink;
import dev.lockstep.agent.inspector.line.Section;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import dev.lockstep.core.analysis.duration.DurationStudy;
import dev.lockstep.core.analysis.duration.OperationTable;
import dev.lockstep.core.analysis.duration.OperationTable.Put;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import dev.lockstep.core.model.NcclFunction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Puts what lines say into the study. One for each thread.
final class RecordTaker implements RecordSink<LogChain> {
    private static final long SEQUENCE_STEP_MAX = 1L << 30;

    private final DurationStudy study;
    private final ReasonCounts refused;
    private String lastName = "";
    private NcclFunction lastFunction = NcclFunction.OTHER;

    RecordTaker(DurationStudy study, ReasonCounts refused) {
        this.study = study;
        this.refused = refused;
    }

    @Override
    public void take(InspectorRecord record, LogChain chain) {
        boolean collective = record.has(Section.COLLECTIVE);
        boolean pointToPoint = record.has(Section.POINT_TO_POINT);
        if (record.has(Section.HEADER)) {
            header(record, chain);
        }
        if (!collective && !pointToPoint) {
            if (record.has(Section.DUMP_STATS)) {
                chain.drops().state(record, chain.place());
            } else {
                refused.one(Reason.OTHER_RECORD);
            }
            return;
        }
        Place place = chain.place();
        if (place == null) {
            chain.damagedLine(Reason.NO_HEADER);
            return;
        }
        chain.countRecord();
        if (collective) {
            operation(record, OperationFields.COLLECTIVE, place, chain);
        }
        if (pointToPoint) {
            operation(record, OperationFields.POINT_TO_POINT, place, chain);
        }
    }

    private void header(InspectorRecord record, LogChain chain) {
        StudiedProcess process = process(record, chain);
        String rawId = record.text(Field.ID);
        long rank = record.number(Field.RANK);
        Place last = chain.place();
        if (last != null && process == chain.process() && last.isOf(rawId, rank)) {
            return;
        }
        chain.process(process);
        Place known = chain.known(process, rawId, rank);
        chain.place(known == null ? place(record, process, chain) : known);
    }

    private StudiedProcess process(InspectorRecord record, LogChain chain) {
        String hostText = record.text(Field.HOSTNAME);
        long pid = record.number(Field.PID);
        StudiedProcess last = chain.process();
        String host = hostText == null ? chain.name().host() : hostText;
        long processId = pid < 0 ? chain.name().processId() : pid;
        if (last != null && last.processId() == processId && last.host().equals(host)) {
            return last;
        }
        return study.process(
                chain.scope(), Names.cut(host), processId, chain.name().jobId());
    }

    private @Nullable Place place(InspectorRecord record, StudiedProcess process, LogChain chain) {
        String rawId = record.text(Field.ID);
        String id = Names.communicatorId(rawId);
        if (rawId == null || id.isEmpty()) {
            chain.damagedLine(Reason.IMPOSSIBLE_COMMUNICATOR);
            return null;
        }
        long rank = record.number(Field.RANK);
        long ranks = record.number(Field.RANKS);
        if (rank < 0 || ranks <= 0 || rank >= ranks || ranks > DurationStudy.RANKS_MAX) {
            chain.damagedLine(Reason.IMPOSSIBLE_RANK);
            return null;
        }
        long nodes = record.number(Field.NODES);
        DurationStudy.Header header = new DurationStudy.Header(
                chain.scope(),
                id,
                Names.communicator(record.text(Field.COMM_NAME)),
                (int) rank,
                (int) ranks,
                nodes > 0 && nodes <= ranks ? (int) nodes : 0);
        return study.communicator(process, header)
                .map(communicator -> new Place(communicator, (int) rank, rawId))
                .orElse(null);
    }

    private void operation(InspectorRecord record, OperationFields fields, Place place, LogChain chain) {
        NcclFunction function = function(record, fields);
        long size = OperationRules.sizeBytes(
                record, fields, function, place.communicator().ranks());
        if (size < 0) {
            chain.lost().one(Reason.IMPOSSIBLE_SIZE);
            place.communicator().refuse();
        }
        int micros = micros(record, fields, Math.max(size, 0), chain);
        long number = record.number(fields.sequence());
        if (function.isPointToPoint()) {
            if (size >= 0) {
                long peer = record.number(Field.P2P_PEER);
                int known = peer < place.communicator().ranks() ? (int) peer : -1;
                place.communicator().pointToPoint(place.rank()).add(function, number, known, micros, size);
            }
        } else if (function == NcclFunction.OTHER || number < 0) {
            chain.lost().one(Reason.IMPOSSIBLE_SEQUENCE);
            place.communicator().refuse();
        } else if (size >= 0) {
            collective(record, new Operation(function, number, micros, size), place, chain);
        }
    }

    private record Operation(NcclFunction function, long number, int micros, long size) {}

    private NcclFunction function(InspectorRecord record, OperationFields fields) {
        String name = record.text(fields.function());
        if (name == null) {
            return NcclFunction.OTHER;
        }
        if (!name.equals(lastName)) {
            lastName = name;
            lastFunction = NcclFunction.of(name);
        }
        return fields.function(lastFunction);
    }

    /// Its time, or {@link OperationTable#UNTIMED}.
    private static int micros(InspectorRecord record, OperationFields fields, long size, LogChain chain) {
        if (!OperationRules.isGpuTime(record, fields)) {
            chain.suspect().one(Reason.NOT_GPU_TIME);
            return OperationTable.UNTIMED;
        }
        Reason doubt = OperationRules.doubt(record, fields, size);
        if (doubt != null) {
            chain.suspect().one(doubt);
            return OperationTable.UNTIMED;
        }
        return (int) Math.min(Integer.MAX_VALUE, record.number(fields.time()));
    }

    private void collective(InspectorRecord record, Operation operation, Place place, LogChain chain) {
        Seat seat = place.seat(operation.function());
        if (seat == null) {
            refused.one(Reason.COMMUNICATORS_OVER_LIMIT);
            return;
        }
        OperationTable table = seat.table();
        long highest = table.highest(seat.rank());
        if (operation.number() - SEQUENCE_STEP_MAX > highest) {
            chain.suspect().one(Reason.IMPOSSIBLE_SEQUENCE);
            return;
        }
        OperationTable.Detail detail = chain.waiting().detail();
        detail.set(operation.size(), record.number(Field.DUMP_TIMESTAMP), shape(record, seat));
        Put put = table.put(seat.rank(), operation.number(), operation.micros(), detail);
        boolean isRefused = put == Put.DUPLICATE || put == Put.TOO_LATE;
        if (put == Put.TOO_FAR) {
            chain.waiting().keep(seat, operation.number(), operation.micros());
        } else if (isRefused && operation.number() <= 1 && highest > 1) {
            nextLife(record, operation, place, chain);
        } else if (put == Put.DUPLICATE) {
            chain.lost().one(Reason.DUPLICATE_RECORD);
        }
    }

    private static int shape(InspectorRecord record, Seat seat) {
        String algorithm = OperationFields.COLLECTIVE.algorithm(record);
        String protocol = OperationFields.COLLECTIVE.protocol(record);
        return seat.shape(algorithm, protocol);
    }

    /// The numbers of the communicator begin anew.
    private void nextLife(InspectorRecord record, Operation operation, Place old, LogChain chain) {
        StudiedProcess process = chain.process();
        if (process == null) {
            return;
        }
        old.communicator().leave(old.rank());
        study.beginNextLife(process, old.communicator().key().id());
        Place next = place(record, process, chain);
        chain.place(next);
        Optional.ofNullable(next)
                .map(at -> at.seat(operation.function()))
                .ifPresent(seat -> seat.table()
                        .put(
                                seat.rank(),
                                operation.number(),
                                operation.micros(),
                                chain.waiting().detail()));
    }
}
