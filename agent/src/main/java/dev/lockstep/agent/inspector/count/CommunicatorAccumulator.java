// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.count;

import dev.lockstep.agent.inspector.line.InspectorRecord;
import dev.lockstep.agent.inspector.loss.DropStats;
import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import dev.lockstep.agent.inspector.loss.SequenceMeter;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationSeries;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Live counters of one communicator rank in one life of the communicator.
final class CommunicatorAccumulator {
    private static final long FIRST_COLLECTIVE = 0;
    private static final long FIRST_POINT_TO_POINT = 1;

    /// What a header says; `ranks` and `nodes` are {@link InspectorRecord#ABSENT} where it does not.
    record Key(String id, long rank) {}

    private final Key key;
    private final int ordinal;
    private final SeriesTable series;
    private final Map<NcclFunction, SequenceMeter> collectives = new EnumMap<>(NcclFunction.class);
    private final SequenceMeter pointToPoint = new SequenceMeter(FIRST_POINT_TO_POINT);
    private final DropStats collectiveDrops = new DropStats();
    private final DropStats pointToPointDrops = new DropStats();
    private String name = "";
    private long ranks = InspectorRecord.ABSENT;
    private long nodes = InspectorRecord.ABSENT;
    private long logLife;
    private @Nullable CommunicatorSnapshot snapshot;

    CommunicatorAccumulator(Key key, int ordinal, SeriesBudget budget) {
        this.key = key;
        this.ordinal = ordinal;
        this.series = new SeriesTable(budget);
    }

    /// Takes from a header what is not known yet.
    void describe(String name, long ranks, long nodes) {
        this.name = this.name.isEmpty() ? name : this.name;
        this.ranks = this.ranks == InspectorRecord.ABSENT ? ranks : this.ranks;
        this.nodes = this.nodes == InspectorRecord.ABSENT ? nodes : this.nodes;
        snapshot = null;
    }

    Key key() {
        return key;
    }

    int ordinal() {
        return ordinal;
    }

    int ranks() {
        return (int) ranks;
    }

    /// Whether the last operation came from the same content of the same log.
    boolean isFromLife(long life) {
        return logLife == life;
    }

    void life(long life) {
        logLife = life;
    }

    SeriesTable series() {
        snapshot = null;
        return series;
    }

    SequenceMeter meter(NcclFunction function) {
        if (function.isPointToPoint()) {
            return pointToPoint;
        }
        return collectives.computeIfAbsent(function, _ -> new SequenceMeter(FIRST_COLLECTIVE));
    }

    @Nullable
    SequenceMeter collectiveMeter(NcclFunction function) {
        return collectives.get(function);
    }

    SequenceMeter pointToPointMeter() {
        return pointToPoint;
    }

    DropStats drops(NcclFunction function) {
        return function.isPointToPoint() ? pointToPointDrops : collectiveDrops;
    }

    DropStats collectiveDrops() {
        return collectiveDrops;
    }

    DropStats pointToPointDrops() {
        return pointToPointDrops;
    }

    /// How late a number of Send or Recv may come: a group takes two a rank.
    long pointToPointReorder() {
        return Math.max(InspectorLimits.REORDER_POINT_TO_POINT_MAX, 4 * ranks);
    }

    void addLossTo(ReasonCounts lost) {
        lost.add(Reason.RING_OVERWRITE, collectiveDrops.total() + pointToPointDrops.total());
        Reason untold = collectiveDrops.isStated() ? Reason.BELOW_FLOOR_OR_UNTIMED : Reason.BELOW_FLOOR_OR_RING;
        for (SequenceMeter meter : collectives.values()) {
            lost.add(Reason.SEQUENCE_GAP, meter.onThisRank());
            lost.add(untold, meter.onAllRanks());
            lost.add(Reason.BEFORE_FIRST_RECORD, meter.beforeFirst());
            lost.add(Reason.TAIL_BEHIND_PEERS, meter.tail());
        }
        lost.add(Reason.P2P_UNREPORTED, pointToPoint.onAllRanks() + pointToPoint.beforeFirst());
    }

    CommunicatorSnapshot snapshot() {
        CommunicatorSnapshot current = snapshot;
        if (current == null) {
            List<OperationSeries> counted = series.snapshot();
            current = new CommunicatorSnapshot(identity(), counted, List.of(), List.of(), 0, false);
            snapshot = current;
        }
        return current;
    }

    private CommunicatorIdentity identity() {
        return new CommunicatorIdentity(
                key.id(),
                ordinal,
                name,
                optional(key.rank()),
                optional(ranks),
                optional(nodes),
                OptionalInt.empty(),
                Optional.empty());
    }

    private static OptionalInt optional(long number) {
        return number == InspectorRecord.ABSENT ? OptionalInt.empty() : OptionalInt.of((int) number);
    }
}
