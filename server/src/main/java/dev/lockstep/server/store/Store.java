// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.server.config.ServerConfig.History;
import dev.lockstep.server.figures.JobFigures;
import dev.lockstep.server.host.Keeper;
import dev.lockstep.server.judgement.Judgement;
import dev.lockstep.server.judgement.Ledger;
import dev.lockstep.server.judgement.MaintenanceWindow;
import dev.lockstep.server.log.ServerLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.LongSupplier;

/// What outlives the process. Incidents and what people say are on the disk before anybody is told; history is written
/// each few minutes. What cannot be read at the start is set aside and counted, and the brain begins without it.
public final class Store implements Keeper, Ledger, AutoCloseable {
    private final StoreDirectory directory;
    private final Journal journal;
    private final MinuteHistory history;
    private final StoreCounters counters;
    private final ServerLog log;

    private Store(
            StoreDirectory directory, Journal journal, MinuteHistory history, StoreCounters counters, ServerLog log) {
        this.directory = directory;
        this.journal = journal;
        this.history = history;
        this.counters = counters;
        this.log = log;
    }

    /// Opens the store and reads what it holds.
    ///
    /// @throws IOException if the folder cannot be used
    public static Store open(History settings, StoreCounters counters, LongSupplier wallNanos, ServerLog log)
            throws IOException {
        StoreDirectory directory = StoreDirectory.open(settings.directory());
        try {
            long now = wallNanos.getAsLong();
            Journal journal = Journal.open(
                    directory,
                    counters,
                    new Journal.Horizon(now - settings.keep().toNanos(), now));
            if (counters.damaged() > 0) {
                log.warn(
                        "journal_damaged",
                        "lines",
                        Long.toString(counters.damaged()),
                        "do",
                        "look at damaged/ in store-dir; the rest was read");
            }
            return new Store(
                    directory, journal, MinuteHistory.start(directory, settings, counters, log), counters, log);
        } catch (IOException unusable) {
            directory.close();
            throw unusable;
        }
    }

    /// Incidents from before.
    public List<Incident> incidents() {
        return journal.incidents();
    }

    /// What was said of them.
    public List<Judgement> judgements() {
        return journal.judgements();
    }

    /// Maintenance windows that are not over.
    public List<MaintenanceWindow> windows() {
        return journal.windows();
    }

    @Override
    public boolean keep(List<Incident> changed) {
        try {
            append(changed.stream()
                    .<JournalLine>map(JournalLine.OfIncident::new)
                    .toList());
            history.over(changed);
            return true;
        } catch (UncheckedIOException _) {
            return false;
        }
    }

    @Override
    public void keep(Judgement judgement) {
        append(List.of(new JournalLine.OfJudgement(judgement)));
    }

    @Override
    public void keep(MaintenanceWindow window) {
        append(List.of(new JournalLine.OfWindow(window)));
    }

    private void append(List<JournalLine> lines) {
        try {
            journal.append(lines);
        } catch (IOException failed) {
            counters.failedOnce();
            log.warn("store_write_failed", "reason", failed.toString(), "do", "look at the disk of store-dir");
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void count(NodeFeed feed, long wallNanos) {
        history.count(feed, wallNanos);
    }

    @Override
    public void count(JobFigures figures, long wallNanos) {
        history.count(figures, wallNanos);
    }

    /// Writes what is left of history, and lets the folder go.
    @Override
    public void close() {
        history.close();
        try {
            journal.close();
            directory.close();
        } catch (IOException failed) {
            log.warn("store_close_failed", "reason", failed.toString(), "do", "nothing, all was written before");
        }
    }
}
