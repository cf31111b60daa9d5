// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.IdleMeter;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.feed.Sampling;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.simulator.cost.Choice;
import dev.lockstep.simulator.feed.FeedSettings.Connections;
import dev.lockstep.simulator.program.Call;
import dev.lockstep.simulator.timeline.ChannelSpans;
import dev.lockstep.simulator.timeline.GroupRun;
import dev.lockstep.simulator.topology.Communicator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One communicator of one rank: how far it has come, and what it counted since it was told.
final class CommunicatorTally {
    private static final long NOTHING = -1;

    private final Communicator communicator;
    private final CommunicatorIdentity identity;
    private final OperationTelling telling;
    private final int commRank;
    private final List<OperationShape> shapes = new ArrayList<>();
    private final List<ColumnsBuilder> columns = new ArrayList<>();
    private final ChannelTally channels = new ChannelTally();
    private final ConnectionTally connections = new ConnectionTally();
    private final List<GroupRun> inFlight = new ArrayList<>();
    private long enqueued = NOTHING;
    private long started = NOTHING;
    private long finished = NOTHING;
    private int operationsInFlight;
    private long busyNanos;
    private long busyUntil = Long.MIN_VALUE;

    CommunicatorTally(Communicator communicator, int rank, GpuIdentity gpu, OperationTelling telling) {
        this.communicator = communicator;
        this.telling = telling;
        this.commRank = communicator.commRank(rank);
        this.identity = new CommunicatorIdentity(
                "%016x".formatted(communicator.hash()),
                0,
                communicator.name(),
                OptionalInt.of(commRank),
                OptionalInt.of(communicator.ranks()),
                OptionalInt.of(communicator.nodes()),
                OptionalInt.of(rank),
                Optional.of(gpu));
    }

    Communicator communicator() {
        return communicator;
    }

    /// A group was enqueued; how far it has come at that moment. True when it has ended, false to be asked
    /// again.
    boolean reach(GroupRun run, long now) {
        int calls = run.launch().calls().size();
        long last = run.numbering().ordinal() + calls - 1;
        enqueued = Math.max(enqueued, last);
        if (run.startNanos().orElse(Long.MAX_VALUE) <= now) {
            started = Math.max(started, last);
        }
        if (run.endNanos().orElse(Long.MAX_VALUE) <= now) {
            finished = Math.max(finished, last);
            return true;
        }
        operationsInFlight += calls;
        if (inFlight.size() < CommunicatorFeed.IN_FLIGHT_MAX) {
            inFlight.add(run);
        }
        return false;
    }

    /// A group has ended.
    ///
    /// @param idle of its GPU; absent if its record was lost, so that it is counted and not told
    void finish(GroupRun run, Optional<IdleMeter> idle) {
        connect(run);
        boolean isGroup = run.launch().calls().size() > 1;
        List<Choice> shared =
                isGroup && !run.launch().isPointToPoint() ? telling.operations().choices(run) : List.of();
        for (int i = 0; i < run.launch().calls().size(); i++) {
            Call call = run.launch().calls().get(i);
            boolean toSelf = call.peer() == commRank;
            OperationShape shape = shape(run, call, toSelf);
            shape.count();
            boolean told = idle.isPresent() && keeps(run, i, call);
            if (told) {
                begin(run, i, call, shape);
            }
            if (!toSelf) {
                Choice choice = shared.isEmpty() ? shape.choice() : shared.get(i);
                telling.operations().fill(run, i, choice, telling.spans());
                time(shape, idle, told, isGroup);
            }
        }
    }

    private void connect(GroupRun run) {
        Connections told = telling.settings().connections();
        if (told != Connections.NONE && communicator.nodes() > 1) {
            telling.operations().of(run).stream()
                    .flatMap(operation -> telling.network().parts(operation).stream())
                    .forEach(part -> connections.add(part, told == Connections.TIMED));
        }
    }

    private void begin(GroupRun run, int index, Call call, OperationShape shape) {
        boolean numbered = !call.function().isPointToPoint();
        shape.columns()
                .add(
                        numbered ? run.numbering().sequence() + index : OperationColumns.NONE,
                        run.numbering().ordinal() + index,
                        call.sizeBytes(communicator.ranks()),
                        telling.hostNanos() + run.enqueueNanos());
    }

    private void time(OperationShape shape, Optional<IdleMeter> idle, boolean told, boolean fused) {
        ChannelSpans spans = telling.spans();
        long first = spans.firstStart();
        long last = spans.lastStop();
        channels.add(spans, first, last);
        long start = telling.clock().at(first);
        long stop = telling.clock().at(last);
        shape.countTime(stop - start);
        busyNanos += Math.max(0, stop - Math.max(start, busyUntil));
        busyUntil = Math.max(busyUntil, stop);
        if (idle.isPresent()) {
            long before = idle.get().idleBefore(start, stop);
            if (told) {
                int flags = OperationColumns.TIMED | (fused ? OperationColumns.FUSED : 0);
                shape.columns().stampLast(start, stop, before, flags);
            }
        }
    }

    private boolean keeps(GroupRun run, int index, Call call) {
        long first = call.function().isPointToPoint()
                ? run.numbering().ordinal()
                : run.numbering().sequence();
        return Sampling.keeps(communicator.hash(), call.function(), first + index, telling.sampling());
    }

    private OperationShape shape(GroupRun run, Call call, boolean toSelf) {
        long size = call.sizeBytes(communicator.ranks());
        for (OperationShape shape : shapes) {
            if (shape.isOf(call.function(), size, toSelf)) {
                return shape;
            }
        }
        Choice choice =
                telling.operations().choices(run).get(run.launch().calls().indexOf(call));
        OperationShape shape =
                new OperationShape(call.function(), size, choice, toSelf, columns(call.function(), choice));
        shapes.add(shape);
        return shape;
    }

    private ColumnsBuilder columns(NcclFunction function, Choice choice) {
        for (ColumnsBuilder builder : columns) {
            if (builder.isOf(function, choice.algorithm(), choice.protocol())) {
                return builder;
            }
        }
        ColumnsBuilder builder = new ColumnsBuilder(function, choice.algorithm(), choice.protocol());
        columns.add(builder);
        return builder;
    }

    /// What to tell at that moment.
    CommunicatorFeed tell(long now, boolean ended) {
        List<SeriesDelta> series = new ArrayList<>();
        for (OperationShape shape : shapes) {
            if (!shape.isSilent()) {
                series.add(shape.take());
            }
        }
        List<OperationColumns> told = new ArrayList<>();
        for (ColumnsBuilder builder : columns) {
            if (!builder.isEmpty()) {
                told.add(builder.take());
            }
        }
        CommunicatorFeed feed = new CommunicatorFeed(
                identity,
                ended,
                new Progress(number(enqueued), number(started), number(finished), operationsInFlight),
                ended ? List.of() : oldest(now),
                series,
                channels.take(),
                connections.take(),
                told,
                busyNanos);
        inFlight.clear();
        operationsInFlight = 0;
        busyNanos = 0;
        return feed;
    }

    private List<OperationInFlight> oldest(long now) {
        List<OperationInFlight> oldest = new ArrayList<>();
        for (GroupRun run : inFlight) {
            boolean isStarted = run.startNanos().orElse(Long.MAX_VALUE) <= now;
            for (int i = 0; i < run.launch().calls().size(); i++) {
                if (oldest.size() < CommunicatorFeed.IN_FLIGHT_MAX) {
                    oldest.add(operation(run, i, now - run.enqueueNanos(), isStarted));
                }
            }
        }
        return oldest;
    }

    private OperationInFlight operation(GroupRun run, int index, long ageNanos, boolean isStarted) {
        Call call = run.launch().calls().get(index);
        boolean toSelf = call.peer() == commRank;
        OperationShape shape = shape(run, call, toSelf);
        boolean p2p = call.function().isPointToPoint();
        return new OperationInFlight(
                shape.key(),
                run.numbering().ordinal() + index,
                p2p ? OptionalLong.empty() : OptionalLong.of(run.numbering().sequence() + index),
                p2p ? OptionalInt.of(call.peer()) : OptionalInt.empty(),
                call.sizeBytes(communicator.ranks()),
                ageNanos,
                isStarted && !toSelf ? shape.choice().channels() : 0,
                0);
    }

    private static OptionalLong number(long ordinal) {
        return ordinal == NOTHING ? OptionalLong.empty() : OptionalLong.of(ordinal);
    }
}
