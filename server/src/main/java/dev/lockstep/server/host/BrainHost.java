// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.host;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.JobSight;
import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainView;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentChange;
import dev.lockstep.core.analysis.incident.IncidentSettings;
import dev.lockstep.core.analysis.incident.Incidents;
import dev.lockstep.server.figures.FigureSeries;
import dev.lockstep.server.figures.JobFigures;
import dev.lockstep.server.ingest.Ingest;
import dev.lockstep.server.ingest.IngestQueue;
import dev.lockstep.server.ingest.IngestQueue.Arrived;
import dev.lockstep.server.log.ServerLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Owns the analysis: takes batches out of the queue, looks each second at what holds, keeps incidents before it tells
/// of them, and publishes an immutable view. All of that on one thread.
public final class BrainHost implements AutoCloseable {
    private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long CLOSE_MILLIS_MAX = 5_000;
    /// The view is copied anew after so many times of what copying it took: at most 5 % of the thread's time.
    private static final int VIEW_PAUSES = 20;

    /// What a host works with.
    ///
    /// @param restored incidents from before a restart
    public record Parts(
            Brain brain,
            IncidentSettings incidents,
            List<Incident> restored,
            Keeper keeper,
            EventHub events,
            ServerLog log) {
        public Parts {
            restored = List.copyOf(restored);
        }
    }

    private final Brain brain;
    private final Incidents incidents;
    private final FigureSeries figures = new FigureSeries();
    private final Ingest ingest;
    private final IngestQueue queue;
    private final Keeper keeper;
    private final EventHub events;
    private final ServerLog log;
    private final InstantSource wall;
    private final LongSupplier nanos;
    private final Thread thread;
    private final Map<String, IncidentChange> unkept = new LinkedHashMap<>();
    private volatile HostView view;
    private volatile boolean stopping;
    private long looks;
    private long looksNanos;
    private long batches;
    private long lagNanos;
    private long mistakes;
    private long viewDueNanos;

    private BrainHost(Parts parts, Ingest ingest, IngestQueue queue, InstantSource wall, LongSupplier nanos) {
        this.brain = parts.brain();
        this.incidents = new Incidents(parts.incidents());
        this.ingest = ingest;
        this.queue = queue;
        this.keeper = parts.keeper();
        this.events = parts.events();
        this.log = parts.log();
        this.wall = wall;
        this.nanos = nanos;
        incidents.restore(parts.restored());
        this.view = seen(List.of(), Map.of(), nanos.getAsLong());
        this.thread = new Thread(this::run, "lockstep-brain");
    }

    /// Starts to take batches out of `queue`.
    public static BrainHost start(
            Parts parts, Ingest ingest, IngestQueue queue, InstantSource wall, LongSupplier nanos) {
        BrainHost host = new BrainHost(parts, ingest, queue, wall, nanos);
        host.thread.start();
        return host;
    }

    /// What was known at the last look.
    public HostView view() {
        return view;
    }

    /// Looks take half of the time at most: where one takes longer than a second, batches must not wait for the next.
    private void run() {
        long dueNanos = nanos.getAsLong() + LOOK_NANOS;
        while (!stopping) {
            try {
                queue.poll(dueNanos - nanos.getAsLong()).ifPresent(this::accept);
            } catch (InterruptedException _) {
                return;
            }
            long now = nanos.getAsLong();
            if (now >= dueNanos) {
                look(now);
                long after = nanos.getAsLong();
                dueNanos = Math.max(dueNanos + LOOK_NANOS, after + (after - now));
            }
        }
    }

    /// A batch that fails by a mistake of ours costs itself and nothing else.
    private void accept(Arrived batch) {
        long now = nanos.getAsLong();
        lagNanos = Math.max(lagNanos, now - batch.nanos());
        batches++;
        try {
            brain.accept(batch.feed(), now);
            keeper.count(batch.feed(), wallNanos());
        } catch (RuntimeException mistake) {
            mistook("batch_failed", mistake);
        }
    }

    /// One look at what holds. Where it fails, everything stays as it was and the age of the last look grows, which
    /// raises an alert.
    private void look(long now) {
        try {
            ingest.share();
            List<Finding> findings = brain.examine(now);
            Map<JobKey, JobSight> seen = brain.sights(now);
            List<IncidentChange> changes = incidents.update(findings, seen, now, wallNanos());
            tell(changes);
            looks++;
            looksNanos += nanos.getAsLong() - now;
            view = seen(findings, seen, now);
            lagNanos = 0;
        } catch (RuntimeException mistake) {
            mistook("look_failed", mistake);
        }
    }

    /// Keeps what changed, then tells it. What could not be kept is tried again at the next look, and told by then.
    private void tell(List<IncidentChange> changes) {
        changes.forEach(change -> unkept.put(change.incident().id(), change));
        if (unkept.isEmpty()) {
            return;
        }
        List<Incident> changed =
                unkept.values().stream().map(IncidentChange::incident).toList();
        if (keeper.keep(changed)) {
            unkept.clear();
        } else {
            log.warn("incidents_not_kept", "do", "look at the disk of store-dir; what is open now may be lost");
        }
        changes.forEach(events::publish);
    }

    private HostView seen(List<Finding> findings, Map<JobKey, JobSight> sightsNow, long now) {
        Map<FindingKind, Integer> byKind = new EnumMap<>(FindingKind.class);
        findings.forEach(finding -> byKind.merge(finding.kind(), 1, Integer::sum));
        Optional<HostView> before = Optional.ofNullable(view);
        boolean isDue = before.isEmpty() || now >= viewDueNanos;
        BrainView picture = isDue ? brain.view() : before.get().brain();
        JobFigures sums = isDue ? sum(picture) : before.get().figures();
        long viewNanos = isDue ? now : before.get().viewNanos();
        long after = nanos.getAsLong();
        if (isDue) {
            viewDueNanos = now + (after - now) * VIEW_PAUSES;
        }
        HostView.Look look = new HostView.Look(now, wallNanos(), looks, looksNanos, batches, lagNanos, mistakes);
        return new HostView(picture, sums, sightsNow, incidents.all(), byKind, viewNanos, look);
    }

    private JobFigures sum(BrainView picture) {
        JobFigures sums = figures.take(picture);
        keeper.count(sums, wallNanos());
        return sums;
    }

    private void mistook(String event, RuntimeException mistake) {
        mistakes++;
        StackTraceElement[] trace = mistake.getStackTrace();
        log.warn(
                event,
                "mistake",
                mistake.toString(),
                "at",
                trace.length == 0 ? "" : trace[0].toString(),
                "do",
                "report it, it is a mistake of Lockstep's");
    }

    private long wallNanos() {
        Instant now = wall.instant();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    /// Ends the thread, without an interrupt, which would close the journal under a writing. What waits in the queue is
    /// not looked at any more: nothing of it would outlive the process.
    @Override
    public void close() {
        stopping = true;
        try {
            thread.join(CLOSE_MILLIS_MAX);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
