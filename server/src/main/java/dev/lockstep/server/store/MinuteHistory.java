// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.server.config.ServerConfig.History;
import dev.lockstep.server.figures.JobFigures;
import dev.lockstep.server.figures.JobFigures.OfRank;
import dev.lockstep.server.log.ServerLog;
import dev.lockstep.server.store.MinuteTable.Late;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;

/// History as Parquet: what came in each minute, and incidents that are over. The analysis thread sums; a thread of its
/// own writes each few minutes. A kill loses the minutes that were not written yet.
final class MinuteHistory implements AutoCloseable {
    /// So many minutes become one file.
    static final int MINUTES_PER_FILE = 5;

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int WAITING_MAX = 64;
    private static final long CLOSE_MILLIS_MAX = 10_000;

    /// What the analysis thread hands over.
    private sealed interface Work {
        record Minute(MinuteTable table) implements Work {}

        record Over(List<Incident> incidents) implements Work {}

        record Close() implements Work {}
    }

    private final HistoryFiles files;
    private final StoreCounters counters;
    private final ServerLog log;
    private final ArrayBlockingQueue<Work> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final Thread thread;
    private MinuteTable table;
    private Map<Late, Double> lost = Map.of();

    private MinuteHistory(HistoryFiles files, StoreCounters counters, ServerLog log) {
        this.files = files;
        this.counters = counters;
        this.log = log;
        this.table = new MinuteTable(0, counters);
        this.thread = new Thread(this::run, "lockstep-history");
        thread.setDaemon(true);
    }

    static MinuteHistory start(StoreDirectory directory, History settings, StoreCounters counters, ServerLog log) {
        MinuteHistory history = new MinuteHistory(new HistoryFiles(directory, settings, counters, log), counters, log);
        history.thread.start();
        return history;
    }

    /// Adds what a batch counted. On the analysis thread.
    void count(NodeFeed feed, long wallNanos) {
        turnTo(wallNanos);
        table.add(feed);
    }

    /// Adds what late ranks have cost since the figures before. On the analysis thread.
    void count(JobFigures figures, long wallNanos) {
        turnTo(wallNanos);
        Map<Late, Double> now = new HashMap<>();
        for (OfRank rank : figures.ranks()) {
            if (rank.lostGpuSeconds() > 0) {
                Late late = new Late(rank.jobId(), rank.place());
                now.put(late, rank.lostGpuSeconds());
                double more = rank.lostGpuSeconds() - lost.getOrDefault(late, 0.0);
                if (more > 0) {
                    table.lose(late, more);
                }
            }
        }
        lost = now;
    }

    private void turnTo(long wallNanos) {
        long minute = wallNanos / MINUTE_NANOS;
        if (minute == table.minute()) {
            return;
        }
        if (!table.isEmpty() && !waiting.offer(new Work.Minute(table))) {
            counters.failedOnce();
        }
        table = new MinuteTable(minute, counters);
    }

    /// Takes the incidents that are over. On the analysis thread.
    void over(List<Incident> changed) {
        List<Incident> over =
                changed.stream().filter(incident -> !incident.isActive()).toList();
        if (!over.isEmpty() && !waiting.offer(new Work.Over(over))) {
            counters.failedOnce();
        }
    }

    private void run() {
        List<MinuteTable> minutes = new ArrayList<>();
        boolean isOpen = true;
        while (isOpen) {
            try {
                switch (waiting.take()) {
                    case Work.Minute(MinuteTable full) -> minutes.add(full);
                    case Work.Over(List<Incident> incidents) -> files.writeIncidents(incidents);
                    case Work.Close _ -> isOpen = false;
                }
                if (!minutes.isEmpty() && (!isOpen || minutes.size() >= MINUTES_PER_FILE)) {
                    List<MinuteTable> full = List.copyOf(minutes);
                    minutes.clear();
                    files.writeMinutes(full);
                }
            } catch (SQLException | IOException | RuntimeException failed) {
                counters.failedOnce();
                log.warn("history_not_written", "reason", failed.toString(), "do", "look at the disk of store-dir");
            } catch (InterruptedException _) {
                return;
            }
        }
        files.close();
    }

    /// Writes what is left. After the analysis thread has ended.
    @Override
    public void close() {
        if (!table.isEmpty()) {
            waiting.offer(new Work.Minute(table));
        }
        try {
            waiting.put(new Work.Close());
            thread.join(CLOSE_MILLIS_MAX);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
