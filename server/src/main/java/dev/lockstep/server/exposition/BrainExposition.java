// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.exposition;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.brain.BrainView.JobView;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.core.metric.BrainMetrics;
import dev.lockstep.server.alert.SendCounters;
import dev.lockstep.server.host.EventHub;
import dev.lockstep.server.host.HostView;
import dev.lockstep.server.host.HostView.Look;
import dev.lockstep.server.ingest.BatchRefusal;
import dev.lockstep.server.ingest.Ingest;
import dev.lockstep.server.ingest.IngestCounters;
import dev.lockstep.server.ingest.IngestQueue;
import dev.lockstep.server.ingest.PartRefusal;
import dev.lockstep.server.json.IncidentLabels;
import dev.lockstep.server.judgement.Judgements;
import dev.lockstep.server.store.StoreCounters;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Turns the brain's view into Prometheus' model. Any thread; a scrape changes nothing.
public final class BrainExposition {
    /// Open incidents that are shown; the worst first.
    public static final int INCIDENTS_MAX = 1_000;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final List<String> JOB_STATES =
            List.of("healthy", "suspect", "degraded", "stuck", "dead", "unknown", "ended");

    /// What is shown.
    public record Sources(
            Supplier<HostView> view,
            Ingest ingest,
            IngestQueue queue,
            Judgements judgements,
            EventHub events,
            SendCounters sent,
            StoreCounters store) {}

    private final Sources sources;
    private final LongSupplier nanos;
    private final LongSupplier wallNanos;

    /// Of these.
    public BrainExposition(Sources sources, LongSupplier nanos, LongSupplier wallNanos) {
        this.sources = sources;
        this.nanos = nanos;
        this.wallNanos = wallNanos;
    }

    /// All metrics now.
    public MetricSnapshots snapshots() {
        Points points = new Points();
        HostView view = sources.view().get();
        addIncidents(points, view.incidents());
        addLooks(points, view);
        addJobs(points, view);
        JobPoints.add(points, view.figures());
        addIngest(points, view);
        addOthers(points);
        return points.snapshots();
    }

    private void addIncidents(Points points, List<Incident> incidents) {
        long now = wallNanos.getAsLong();
        incidents.stream()
                .filter(incident -> incident.state() == IncidentState.OPEN)
                .filter(incident -> sources.judgements().mayAlert(incident, now))
                .sorted((one, other) -> one.severity().compareTo(other.severity()))
                .limit(INCIDENTS_MAX)
                .forEach(incident -> addIncident(points, incident));
        Map<String, Integer> byState = new TreeMap<>();
        for (IncidentState state : List.of(IncidentState.SUSPECT, IncidentState.OPEN)) {
            for (Severity severity : Severity.values()) {
                byState.put(state.label() + " " + IncidentLabels.severity(severity), 0);
            }
        }
        incidents.stream()
                .filter(Incident::isActive)
                .forEach(incident -> byState.merge(
                        incident.state().label() + " " + IncidentLabels.severity(incident.severity()),
                        1,
                        Integer::sum));
        byState.forEach((both, count) -> {
            int space = both.indexOf(' ');
            points.add(BrainMetrics.INCIDENTS, count, both.substring(0, space), both.substring(space + 1));
        });
    }

    private static void addIncident(Points points, Incident incident) {
        Map<String, String> labels = IncidentLabels.of(incident);
        String[] values = BrainMetrics.INCIDENT.labels().stream()
                .map(label -> labels.getOrDefault(label.label(), ""))
                .toArray(String[]::new);
        points.add(BrainMetrics.INCIDENT, 1, values);
    }

    private void addLooks(Points points, HostView view) {
        Look look = view.look();
        points.add(BrainMetrics.WATCHDOG, 1);
        points.add(BrainMetrics.LOOK_AGE, Math.max(0, nanos.getAsLong() - look.nanos()) / NANOS_PER_SECOND);
        points.add(BrainMetrics.LOOKS, look.looks());
        points.add(BrainMetrics.LOOK_TIME, look.looksNanos() / NANOS_PER_SECOND);
        points.add(BrainMetrics.MISTAKES, look.mistakes());
        points.add(BrainMetrics.LAG, look.lagNanos() / NANOS_PER_SECOND);
        view.findings().forEach((kind, count) -> points.add(BrainMetrics.FINDINGS, count, kind.label()));
    }

    private static void addJobs(Points points, HostView view) {
        Map<String, Integer> byState = new TreeMap<>();
        JOB_STATES.forEach(state -> byState.put(state, 0));
        long ranks = 0;
        for (JobView job : view.brain().jobs()) {
            byState.merge(view.stateOf(job.key()), 1, Integer::sum);
            ranks += job.ended() ? 0 : ranksOf(job);
        }
        byState.forEach((state, count) -> points.add(BrainMetrics.JOBS, count, state));
        points.add(BrainMetrics.RANKS, ranks);
    }

    /// A process may run several, and one that tells no communicator yet runs at least one.
    private static long ranksOf(JobView job) {
        Set<Integer> told = new HashSet<>();
        job.communicators().stream()
                .flatMap(communicator -> communicator.members().stream())
                .forEach(member -> member.rank().ifPresent(told::add));
        return Math.max(told.size(), job.processes().size());
    }

    private void addIngest(Points points, HostView view) {
        IngestCounters counters = sources.ingest().counters();
        points.add(BrainMetrics.AGENTS, sources.ingest().agents());
        points.add(BrainMetrics.BATCHES, counters.batches());
        points.add(BrainMetrics.BYTES, counters.bytes());
        points.add(BrainMetrics.RECORDS, counters.records());
        Stream.of(BatchRefusal.values())
                .forEach(reason ->
                        points.add(BrainMetrics.BATCHES_REFUSED, counters.batchesRefused(reason), reason.label()));
        Stream.of(PartRefusal.values())
                .forEach(reason ->
                        points.add(BrainMetrics.PARTS_REFUSED, counters.partsRefused(reason), reason.label()));
        view.brain().refused().forEach((reason, count) -> points.add(BrainMetrics.PARTS_REFUSED, count, reason));
        points.add(BrainMetrics.SAMPLING, sources.ingest().samplingMax());
        points.add(BrainMetrics.QUEUE, sources.queue().batches());
    }

    private void addOthers(Points points) {
        points.add(BrainMetrics.LISTENERS, sources.events().listeners());
        points.add(BrainMetrics.LISTENERS_DROPPED, sources.events().dropped());
        sources.sent().taken().forEach((receiver, count) -> points.add(BrainMetrics.SENT, count, receiver));
        sources.sent().failed().forEach((receiver, count) -> points.add(BrainMetrics.SEND_FAILED, count, receiver));
        StoreCounters store = sources.store();
        points.add(BrainMetrics.STORE_BYTES, store.bytes());
        points.add(BrainMetrics.STORE_FAILED, store.failed());
        points.add(BrainMetrics.STORE_DAMAGED, store.damaged());
        points.add(BrainMetrics.STORE_REMOVED, store.removed());
        points.add(BrainMetrics.STORE_ROWS_LEFT_OUT, store.rowsLeftOut());
    }
}
