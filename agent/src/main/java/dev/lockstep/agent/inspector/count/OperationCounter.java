// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.count;

import dev.lockstep.agent.inspector.line.Field;
import dev.lockstep.agent.inspector.line.InspectorRecord;
import dev.lockstep.agent.inspector.line.Names;
import dev.lockstep.agent.inspector.line.OperationFields;
import dev.lockstep.agent.inspector.line.OperationRules;
import dev.lockstep.agent.inspector.line.Section;
import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import dev.lockstep.agent.inspector.loss.SequenceMeter;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import org.jspecify.annotations.Nullable;

/// Counts a record in the process and communicator that its header, or the last header before it, names.
public final class OperationCounter {
    private final ProcessTable processes;
    private final ReasonCounts refused;
    private final FunctionNames functions = new FunctionNames();

    public OperationCounter(ProcessTable processes, ReasonCounts refused) {
        this.processes = processes;
        this.refused = refused;
    }

    /// Counts one line's record.
    public void count(InspectorRecord record, LogContext context) {
        if (record.has(Section.HEADER)) {
            context.communicator(header(record, context));
        }
        boolean collective = record.has(Section.COLLECTIVE);
        boolean pointToPoint = record.has(Section.POINT_TO_POINT);
        boolean stats = record.has(Section.DUMP_STATS);
        ProcessAccumulator process = context.process();
        CommunicatorAccumulator communicator = context.communicator();
        if (!collective && !pointToPoint && !stats) {
            refused.one(Reason.OTHER_RECORD);
        } else if (process == null || communicator == null) {
            withoutOwner(record, context);
        } else {
            if (stats) {
                dumpStats(record, process, communicator);
            }
            if (collective) {
                operation(record, OperationFields.COLLECTIVE, process, communicator, context);
            }
            if (pointToPoint) {
                operation(record, OperationFields.POINT_TO_POINT, process, communicator, context);
            }
        }
    }

    private void withoutOwner(InspectorRecord record, LogContext context) {
        if (!record.has(Section.HEADER)) {
            context.lost().one(Reason.NO_HEADER);
        }
    }

    private @Nullable CommunicatorAccumulator header(InspectorRecord record, LogContext context) {
        ProcessAccumulator process = processes.find(record, context);
        if (process == null) {
            refused.one(Reason.PROCESSES_OVER_LIMIT);
            return null;
        }
        String rawId = record.text(Field.ID);
        long rank = record.number(Field.RANK);
        CommunicatorAccumulator last = context.communicator();
        if (last != null && process == context.process() && context.isSameHeader(rawId, rank)) {
            return last;
        }
        context.process(process);
        context.lastHeader(rawId, rank);
        return communicator(record, rawId, rank, process, context);
    }

    private static @Nullable CommunicatorAccumulator communicator(
            InspectorRecord record, @Nullable String rawId, long rank, ProcessAccumulator process, LogContext context) {
        String id = Names.communicatorId(rawId);
        if (id.isEmpty()) {
            context.damagedLine(Reason.IMPOSSIBLE_COMMUNICATOR);
            return null;
        }
        long ranks = record.number(Field.RANKS);
        boolean possible = ranks == InspectorRecord.ABSENT || (ranks > 0 && ranks <= InspectorLimits.RANKS_MAX);
        if (!possible || rank > InspectorLimits.RANKS_MAX || (ranks > 0 && rank >= ranks)) {
            context.damagedLine(Reason.IMPOSSIBLE_RANK);
            return null;
        }
        CommunicatorAccumulator communicator = process.communicator(new CommunicatorAccumulator.Key(id, rank), ranks);
        if (!process.isFolded(communicator)) {
            long nodes = record.number(Field.NODES);
            communicator.describe(
                    Names.communicator(record.text(Field.COMM_NAME)),
                    ranks,
                    nodes > 0 && nodes <= InspectorLimits.RANKS_MAX ? nodes : InspectorRecord.ABSENT);
        }
        return communicator;
    }

    private static void dumpStats(
            InspectorRecord record, ProcessAccumulator process, CommunicatorAccumulator communicator) {
        if (process.isFolded(communicator)) {
            return;
        }
        if (record.number(Field.COLL_DROPPED) >= 0) {
            communicator.collectiveDrops().state(record.number(Field.COLL_DROPPED));
        }
        if (record.number(Field.P2P_DROPPED) >= 0) {
            communicator.pointToPointDrops().state(record.number(Field.P2P_DROPPED));
        }
    }

    private void operation(
            InspectorRecord record,
            OperationFields fields,
            ProcessAccumulator process,
            CommunicatorAccumulator known,
            LogContext context) {
        String name = record.text(fields.function());
        NcclFunction function = fields.function(name == null ? NcclFunction.OTHER : functions.of(name));
        CommunicatorAccumulator communicator = known;
        if (process.isFolded(known)) {
            process.countFolded();
        } else if (function != NcclFunction.OTHER) {
            communicator = number(record.number(fields.sequence()), function, process, known, context);
            if (communicator == null) {
                process.lost().one(Reason.DUPLICATE_RECORD);
                return;
            }
        }
        long size = size(record, fields, function, process, communicator);
        if (size >= 0) {
            timed(record, fields, function, size, process, communicator);
        }
    }

    /// Notes the operation's number; returns the communicator's life that it belongs to, null for a duplicate.
    private static @Nullable CommunicatorAccumulator number(
            long sequence,
            NcclFunction function,
            ProcessAccumulator process,
            CommunicatorAccumulator communicator,
            LogContext context) {
        SequenceMeter meter = communicator.meter(function);
        if (sequence == InspectorRecord.ABSENT) {
            return communicator;
        }
        if (!meter.isPlausible(sequence)) {
            process.suspect().one(Reason.IMPOSSIBLE_SEQUENCE);
            return communicator;
        }
        if (!meter.isNew(sequence)) {
            boolean anew = !communicator.isFromLife(context.life()) || (sequence <= 1 && meter.highest() > 1);
            return anew ? rebornAt(sequence, function, process, communicator, context) : null;
        }
        long gap = meter.stepOver(sequence);
        long credit = gap == 0 ? 0 : communicator.drops(function).take(gap);
        credit += gap == credit ? 0 : context.takeDamaged(gap - credit);
        meter.note(sequence, credit);
        communicator.life(context.life());
        return communicator;
    }

    private static CommunicatorAccumulator rebornAt(
            long sequence,
            NcclFunction function,
            ProcessAccumulator process,
            CommunicatorAccumulator old,
            LogContext context) {
        CommunicatorAccumulator reborn = process.reborn(old);
        context.communicator(reborn);
        if (!process.isFolded(reborn)) {
            reborn.life(context.life());
            reborn.meter(function).note(sequence, 0);
        }
        return reborn;
    }

    /// The size as nccl-tests count it, negative if the record cannot be counted.
    private static long size(
            InspectorRecord record,
            OperationFields fields,
            NcclFunction function,
            ProcessAccumulator process,
            CommunicatorAccumulator communicator) {
        int ranks = process.isFolded(communicator) ? (int) record.number(Field.RANKS) : communicator.ranks();
        long size = OperationRules.sizeBytes(record, fields, function, ranks);
        if (size < 0) {
            boolean isImpossible = size == OperationRules.IMPOSSIBLE;
            process.lost().one(isImpossible ? Reason.IMPOSSIBLE_SIZE : Reason.RANKS_UNKNOWN);
        }
        return size;
    }

    private static void timed(
            InspectorRecord record,
            OperationFields fields,
            NcclFunction function,
            long size,
            ProcessAccumulator process,
            CommunicatorAccumulator communicator) {
        boolean gpu = OperationRules.isGpuTime(record, fields);
        SeriesAccumulator series = communicator
                .series()
                .find(
                        function,
                        fields.algorithm(record),
                        fields.protocol(record),
                        size,
                        gpu ? OperationKind.KERNEL : OperationKind.CPU_TIMED);
        if (!gpu) {
            series.untimed(size);
            process.suspect().one(Reason.NOT_GPU_TIME);
            return;
        }
        Reason doubt = OperationRules.doubt(record, fields, size);
        if (doubt == null) {
            series.timed(size, record.number(fields.time()) * 1000);
        } else {
            if (doubt == Reason.NO_TIME) {
                series.untimed(size);
            } else {
                series.suspect(size);
            }
            process.suspect().one(doubt);
        }
    }
}
