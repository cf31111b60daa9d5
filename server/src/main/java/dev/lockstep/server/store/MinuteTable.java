// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.server.figures.JobFigures.Place;
import java.util.HashMap;
import java.util.Map;

/// What all jobs did in one minute, by job, communicator, function, algorithm, protocol and size class, summed over
/// ranks. For one thread, until it is full and given away.
final class MinuteTable {
    /// Rows of one minute; what finds no room is counted.
    static final int ROWS_MAX = 200_000;

    /// What a row is about.
    record Key(String jobId, String incarnation, String comm, SeriesKey series) {}

    /// A rank for which others waited.
    record Late(String jobId, Place place) {}

    /// Its sums.
    static final class Sums {
        long calls;
        long sizeBytes;
        long timedCalls;
        long durationNanos;
    }

    private final long minute;
    private final StoreCounters counters;
    private final Map<Key, Sums> rows = new HashMap<>();
    private final Map<Late, Double> losses = new HashMap<>();

    /// Of that minute since the epoch.
    MinuteTable(long minute, StoreCounters counters) {
        this.minute = minute;
        this.counters = counters;
    }

    long minute() {
        return minute;
    }

    Map<Key, Sums> rows() {
        return rows;
    }

    /// GPU seconds that were lost to each.
    Map<Late, Double> losses() {
        return losses;
    }

    boolean isEmpty() {
        return rows.isEmpty() && losses.isEmpty();
    }

    /// More GPU seconds were lost to that rank; there are no more of them than the metrics have room for.
    void lose(Late late, double gpuSeconds) {
        losses.merge(late, gpuSeconds, Double::sum);
    }

    void add(NodeFeed feed) {
        for (ProcessFeed process : feed.processes()) {
            String incarnation = process.incarnation().orElse("");
            for (CommunicatorFeed communicator : process.communicators()) {
                for (SeriesDelta delta : communicator.series()) {
                    add(
                            new Key(
                                    process.jobId(),
                                    incarnation,
                                    communicator.identity().id(),
                                    delta.key()),
                            delta);
                }
            }
        }
    }

    private void add(Key key, SeriesDelta delta) {
        Sums sums = rows.get(key);
        if (sums == null) {
            if (rows.size() >= ROWS_MAX) {
                counters.leftOutRow();
                return;
            }
            sums = new Sums();
            rows.put(key, sums);
        }
        sums.calls += delta.calls();
        sums.sizeBytes += delta.sizeBytes();
        sums.timedCalls += delta.timedCalls();
        sums.durationNanos += delta.durationNanos();
    }
}
