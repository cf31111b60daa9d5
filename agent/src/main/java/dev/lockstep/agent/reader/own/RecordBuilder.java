// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.own;

import dev.lockstep.agent.flight.FlightFacts;
import dev.lockstep.agent.flight.FlightRecord;
import dev.lockstep.agent.flight.Moment;
import dev.lockstep.agent.flight.NotedOperation;
import dev.lockstep.core.analysis.cause.flight.ProcessRecord;
import dev.lockstep.core.analysis.cause.flight.ProcessRecord.End;
import dev.lockstep.core.analysis.cause.flight.ProcessRecord.Membership;
import dev.lockstep.core.analysis.cause.flight.ProcessRecord.Operation;
import dev.lockstep.core.analysis.cause.flight.ProcessRecord.State;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmProcessState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/// What reasoning needs of a flight record.
final class RecordBuilder {
    /// Finished operations of a communicator that are kept, the last ones.
    private static final int FINISHED_MAX = 64;

    private final FlightRecord record;

    private RecordBuilder(FlightRecord record) {
        this.record = record;
    }

    static ProcessRecord of(Source source, FlightRecord record) {
        return new RecordBuilder(record).build(source);
    }

    private ProcessRecord build(Source source) {
        Optional<FlightFacts> facts = record.facts();
        return new ProcessRecord(
                source,
                record.process().identity().jobId(),
                facts.map(FlightFacts::node).orElse(record.header().host()),
                record.header().processId(),
                rank(),
                end(),
                millis(facts.flatMap(FlightFacts::lastSeenAlive)),
                millis(facts.map(FlightFacts::seenDead)),
                record.process().communicators().stream()
                        .filter(each -> !each.identity().id().equals(CommunicatorIdentity.OTHER))
                        .map(this::membership)
                        .toList());
    }

    private OptionalInt rank() {
        return record.header().worldRank().isPresent()
                ? record.header().worldRank()
                : record.process().communicators().stream()
                        .flatMapToInt(each -> each.identity().worldRank().stream())
                        .findFirst();
    }

    private End end() {
        if (record.facts().isPresent()) {
            return switch (record.facts().get().ending()) {
                case KILLED -> End.KILLED;
                case HUNG -> End.HUNG;
            };
        }
        return record.state() == ShmProcessState.CLOSED ? End.CLOSED : End.UNKNOWN;
    }

    private static OptionalLong millis(Optional<Moment> moment) {
        return moment.map(each -> OptionalLong.of(each.wall().toEpochMilli())).orElse(OptionalLong.empty());
    }

    private Membership membership(CommunicatorSnapshot communicator) {
        CommunicatorIdentity identity = communicator.identity();
        return new Membership(
                identity.id() + (identity.hashOrdinal() == 0 ? "" : "#" + identity.hashOrdinal()),
                identity.name(),
                identity.commRank(),
                identity.ranks(),
                communicator.ordinals().enqueued().orElse(-1),
                communicator.ordinals().finished().orElse(-1),
                operations(identity));
    }

    /// In the order of their ordinals: finished ones, those that the agent noted before somebody swept them away, and
    /// those that are in flight in the file.
    private List<Operation> operations(CommunicatorIdentity identity) {
        Map<Long, Operation> byOrdinal = new TreeMap<>();
        List<OperationRecord> finished = record.operations().stream()
                .filter(each ->
                        each.communicatorId().filter(identity.id()::equals).isPresent()
                                && each.hashOrdinal() == identity.hashOrdinal())
                .sorted(Comparator.comparingLong(OperationRecord::ordinal))
                .toList();
        finished.stream()
                .skip(Math.max(0, finished.size() - FINISHED_MAX))
                .forEach(each -> byOrdinal.put(each.ordinal(), finished(each)));
        record.facts().stream()
                .flatMap(facts -> facts.hung().stream())
                .filter(each -> each.communicatorId().equals(identity.id()))
                .forEach(each -> byOrdinal.put(each.ordinal(), noted(each)));
        record.inFlight().stream()
                .filter(each -> each.communicator().equals(identity))
                .forEach(each -> byOrdinal.put(each.operation().ordinal(), inFlight(each)));
        return new ArrayList<>(byOrdinal.values());
    }

    private static Operation finished(OperationRecord operation) {
        return new Operation(
                operation.function().ncclName(),
                operation.sizeBytes(),
                operation.ordinal(),
                operation.sequence(),
                OptionalInt.empty(),
                State.FINISHED,
                OptionalLong.empty());
    }

    private static Operation noted(NotedOperation operation) {
        return new Operation(
                operation.function(),
                operation.sizeBytes(),
                operation.ordinal(),
                operation.sequence(),
                OptionalInt.empty(),
                state(operation.channelsStarted()),
                OptionalLong.of(operation.ageNanos()));
    }

    private Operation inFlight(FlightRecord.InFlight each) {
        OperationInFlight operation = each.operation();
        Optional<Duration> age = record.age(each);
        return new Operation(
                operation.key().function().ncclName(),
                operation.sizeBytes(),
                operation.ordinal(),
                operation.sequence(),
                operation.peer(),
                state(operation.channelsStarted()),
                age.map(value -> OptionalLong.of(value.toNanos())).orElse(OptionalLong.empty()));
    }

    private static State state(int channelsStarted) {
        return channelsStarted > 0 ? State.STARTED : State.ENQUEUED;
    }
}
