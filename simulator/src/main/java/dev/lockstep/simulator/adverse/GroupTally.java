// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.feed.Sampling;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What one rank did in one communicator since it was told, as its agent counts it.
final class GroupTally {
    private static final int CHANNELS = 8;
    private static final long TAIL_NANOS = 900;

    private record Told(
            long sequence, long ordinal, long sizeBytes, long enqueue, long start, long stop, long idle, int flags) {}

    private final Group group;
    private final CommunicatorIdentity identity;
    private final int sampling;
    private final Map<NcclFunction, List<Told>> records = new EnumMap<>(NcclFunction.class);
    private final Map<SeriesKey, long[]> series = new HashMap<>();
    private final List<OperationInFlight> inFlight = new ArrayList<>();
    private long enqueued = -1;
    private long started = -1;
    private long finished = -1;
    private int open;
    private long busyNanos;
    private long busyUntil;
    private long operations;

    GroupTally(Group group, CommunicatorIdentity identity, int sampling) {
        this.group = group;
        this.identity = identity;
        this.sampling = sampling;
    }

    /// How far an operation has come.
    void reach(Operation of, long now) {
        long last = of.ordinal + of.calls() - 1;
        enqueued = Math.max(enqueued, last);
        started = of.startNanos <= now ? Math.max(started, last) : started;
        if (of.stopNanos <= now) {
            finished = Math.max(finished, last);
            return;
        }
        open += of.calls();
        for (int i = 0; i < of.calls() && inFlight.size() < CommunicatorFeed.IN_FLIGHT_MAX; i++) {
            Operation.Single single = of.singles().get(i);
            NcclFunction function = single.peer() < 0 ? of.function : single.function();
            inFlight.add(new OperationInFlight(
                    key(of, function),
                    of.ordinal + i,
                    of.sequence < 0 ? OptionalLong.empty() : OptionalLong.of(of.sequence),
                    single.peer() < 0 ? OptionalInt.empty() : OptionalInt.of(single.peer()),
                    size(of, function),
                    now - of.enqueueNanos,
                    of.startNanos <= now ? CHANNELS : 0,
                    0));
        }
    }

    private long size(Operation of, NcclFunction function) {
        return function.sizeBytes(of.bytes, group.size());
    }

    private SeriesKey key(Operation of, NcclFunction function) {
        boolean isSimple = of.bytes > 1 << 16;
        return new SeriesKey(
                function,
                function.isPointToPoint() ? "" : group.nodes() > 2 ? "Tree" : "Ring",
                isSimple ? "Simple" : "LL",
                SizeClass.of(size(of, function)),
                OperationKind.KERNEL);
    }

    /// An operation is done.
    ///
    /// @param start on the clock of its GPU, as `stop`
    /// @param idle of its GPU before it
    void finish(Operation of, long enqueue, long start, long stop, long idle) {
        List<Operation.Single> singles = of.singles();
        for (int i = 0; i < singles.size(); i++) {
            NcclFunction function =
                    singles.get(i).peer() < 0 ? of.function : singles.get(i).function();
            long[] sums = series.computeIfAbsent(key(of, function), unseen -> new long[3]);
            sums[0]++;
            sums[1] += size(of, function);
            sums[2] += stop - start;
            long number = of.sequence < 0 ? of.ordinal + i : of.sequence;
            if (Sampling.keeps(group.hash(), function, number, sampling)) {
                int flags = OperationColumns.TIMED
                        | OperationColumns.CLOCKED
                        | (singles.size() > 1 ? OperationColumns.FUSED : 0);
                long before = i == 0 || idle == OperationColumns.NONE ? idle : 0;
                records.computeIfAbsent(function, unseen -> new ArrayList<>())
                        .add(new Told(
                                of.sequence, of.ordinal + i, size(of, function), enqueue, start, stop, before, flags));
            }
        }
        operations += singles.size();
        busyNanos += Math.max(0, stop - Math.max(start, busyUntil));
        busyUntil = Math.max(busyUntil, stop);
    }

    CommunicatorFeed tell() {
        List<SeriesDelta> deltas = series.entrySet().stream()
                .map(one -> new SeriesDelta(
                        one.getKey(), one.getValue()[0], one.getValue()[1], one.getValue()[0], one.getValue()[2]))
                .toList();
        List<OperationColumns> columns = new ArrayList<>();
        records.forEach((function, all) -> columns.add(columns(function, all)));
        List<ChannelCounters> channels = new ArrayList<>();
        for (int channel = 0; channel < CHANNELS && operations > 0; channel++) {
            channels.add(new ChannelCounters(
                    channel, operations, operations * TAIL_NANOS, operations * TAIL_NANOS, busyNanos));
        }
        CommunicatorFeed feed = new CommunicatorFeed(
                identity,
                false,
                new Progress(number(enqueued), number(started), number(finished), open),
                inFlight,
                deltas,
                channels,
                List.of(),
                columns,
                busyNanos);
        records.clear();
        series.clear();
        inFlight.clear();
        open = 0;
        busyNanos = 0;
        operations = 0;
        return feed;
    }

    private OperationColumns columns(NcclFunction function, List<Told> all) {
        int count = all.size();
        byte[] flags = new byte[count];
        for (int i = 0; i < count; i++) {
            flags[i] = (byte) all.get(i).flags();
        }
        return new OperationColumns(
                function,
                function.isPointToPoint() ? "" : group.nodes() > 2 ? "Tree" : "Ring",
                "Simple",
                count,
                all.stream().mapToLong(Told::sequence).toArray(),
                all.stream().mapToLong(Told::ordinal).toArray(),
                all.stream().mapToLong(Told::sizeBytes).toArray(),
                all.stream().mapToLong(Told::enqueue).toArray(),
                all.stream().mapToLong(Told::start).toArray(),
                all.stream().mapToLong(Told::stop).toArray(),
                all.stream().mapToLong(Told::idle).toArray(),
                flags);
    }

    private static OptionalLong number(long ordinal) {
        return ordinal < 0 ? OptionalLong.empty() : OptionalLong.of(ordinal);
    }
}
