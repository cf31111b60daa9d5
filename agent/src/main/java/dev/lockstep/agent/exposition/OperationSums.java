// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SizeClass;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The operations of one group of communicators, summed to what the series count: histograms by function and size,
/// counters by algorithm and protocol too, and what is in flight by function.
final class OperationSums {
    /// A series of a histogram.
    record Sized(NcclFunction function, SizeClass size) implements Comparable<Sized> {
        private static final Comparator<Sized> ORDER =
                Comparator.comparing(Sized::function).thenComparing(Sized::size);

        @Override
        public int compareTo(Sized that) {
            return ORDER.compare(this, that);
        }
    }

    /// A series of a counter.
    record Tuned(Sized sized, String algorithm, String protocol) implements Comparable<Tuned> {
        private static final Comparator<Tuned> ORDER = Comparator.comparing(Tuned::sized)
                .thenComparing(Tuned::algorithm)
                .thenComparing(Tuned::protocol);

        @Override
        public int compareTo(Tuned that) {
            return ORDER.compare(this, that);
        }
    }

    /// How often, and how many bytes as nccl-tests count them.
    record Volume(long calls, long bytes) {
        Volume plus(Volume that) {
            return new Volume(calls + that.calls, bytes + that.bytes);
        }
    }

    /// How many are in flight, and the age of the oldest; nothing in flight is age 0.
    record Waiting(long count, long oldestNanos) {
        static final Waiting NONE = new Waiting(0, 0);

        Waiting plus(Waiting that) {
            return new Waiting(count + that.count, Math.max(oldestNanos, that.oldestNanos));
        }
    }

    private final SortedMap<Sized, DurationHistogram> durations = new TreeMap<>();
    private final SortedMap<Tuned, Volume> volumes = new TreeMap<>();
    private final Map<NcclFunction, Waiting> waiting = new EnumMap<>(NcclFunction.class);
    private long busyNanos;
    private long fusedCalls;

    private OperationSums() {}

    static OperationSums of(List<Membership> group) {
        OperationSums sums = new OperationSums();
        group.forEach(membership -> sums.add(membership.communicator()));
        return sums;
    }

    private void add(CommunicatorSnapshot communicator) {
        busyNanos += communicator.busyNanos();
        boolean isWatched = communicator.busyNanos() > 0 && !communicator.ended();
        communicator.series().forEach(series -> add(series, isWatched));
        communicator.inFlight().forEach(this::add);
    }

    /// Nothing in flight is said only of a communicator that is watched while it runs: a source that knows no busy
    /// time, as Inspector's files, knows nothing of flights either.
    private void add(OperationSeries series, boolean isWatched) {
        Sized sized = new Sized(series.key().function(), series.key().sizeClass());
        Tuned tuned = new Tuned(sized, series.key().algorithm(), series.key().protocol());
        volumes.merge(tuned, new Volume(series.calls(), series.sizeBytes()), Volume::plus);
        fusedCalls += series.fusedCalls();
        if (isTimed(series)) {
            durations.merge(sized, series.durations(), DurationHistogram::plus);
        }
        if (isWatched) {
            waiting.putIfAbsent(sized.function(), Waiting.NONE);
        }
    }

    private void add(OperationInFlight operation) {
        waiting.merge(operation.key().function(), new Waiting(1, operation.ageNanos()), Waiting::plus);
    }

    /// What NCCL gives no time for has no histogram, rather than an empty one.
    private static boolean isTimed(OperationSeries series) {
        return series.key().kind() == OperationKind.KERNEL || series.durations().count() > 0;
    }

    SortedMap<Sized, DurationHistogram> durations() {
        return durations;
    }

    SortedMap<Tuned, Volume> volumes() {
        return volumes;
    }

    Map<NcclFunction, Waiting> waiting() {
        return waiting;
    }

    long busyNanos() {
        return busyNanos;
    }

    long fusedCalls() {
        return fusedCalls;
    }
}
