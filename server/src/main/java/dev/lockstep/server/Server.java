// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server;

import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentSettings;
import dev.lockstep.core.analysis.job.JobLimits;
import dev.lockstep.core.model.time.EpochNanos;
import dev.lockstep.server.alert.SendCounters;
import dev.lockstep.server.alert.Teller;
import dev.lockstep.server.api.EventRoute;
import dev.lockstep.server.api.FeedRoute;
import dev.lockstep.server.api.IncidentRoutes;
import dev.lockstep.server.api.InstanceRoutes;
import dev.lockstep.server.api.JobRoutes;
import dev.lockstep.server.api.MaintenanceRoutes;
import dev.lockstep.server.api.PageRoutes;
import dev.lockstep.server.config.ServerConfig;
import dev.lockstep.server.exposition.BrainExposition;
import dev.lockstep.server.host.BrainHost;
import dev.lockstep.server.host.EventHub;
import dev.lockstep.server.host.Keeper;
import dev.lockstep.server.http.BrainServer;
import dev.lockstep.server.http.Route;
import dev.lockstep.server.http.Route.Access;
import dev.lockstep.server.ingest.BatchRefusal;
import dev.lockstep.server.ingest.Ingest;
import dev.lockstep.server.ingest.IngestQueue;
import dev.lockstep.server.judgement.Judgements;
import dev.lockstep.server.judgement.Ledger;
import dev.lockstep.server.log.ServerLog;
import dev.lockstep.server.store.Store;
import dev.lockstep.server.store.StoreCounters;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// One brain: it takes what agents send, looks each second at what holds, keeps and tells incidents, and answers.
///
/// Threads: one analyses, one writes history, one tells Alertmanager, each request has its own; what they share are
/// immutable views and bounded queues.
public final class Server implements AutoCloseable {
    private final Optional<Store> store;
    private final BrainHost host;
    private final EventHub events;
    private final Teller teller;
    private final BrainServer server;

    private Server(Optional<Store> store, BrainHost host, EventHub events, Teller teller, BrainServer server) {
        this.teller = teller;
        this.store = store;
        this.host = host;
        this.events = events;
        this.server = server;
    }

    /// Starts a brain. `nanos` never steps.
    ///
    /// @throws IOException if the address or the store cannot be had
    public static Server start(ServerConfig config, InstantSource wall, LongSupplier nanos) throws IOException {
        ServerLog log = new ServerLog(nanos);
        StoreCounters storeCounters = new StoreCounters();
        LongSupplier wallNanos = () -> EpochNanos.of(wall.instant());
        Optional<Store> store = Optional.empty();
        if (config.history().isPresent()) {
            store = Optional.of(Store.open(config.history().get(), storeCounters, wallNanos, log));
        }
        IngestQueue queue = new IngestQueue();
        Ingest ingest = new Ingest(
                queue, config.load().recordsPerSecond(), config.load().jobRecordsPerSecond(), wall, nanos);
        Judgements judgements = new Judgements(
                store.<Ledger>map(open -> open).orElse(Ledger.NONE),
                store.map(Store::judgements).orElse(List.of()),
                store.map(Store::windows).orElse(List.of()));
        EventHub events = new EventHub();
        BrainHost.Parts parts = new BrainHost.Parts(
                Brain.byJob(JobLimits.defaults(), config.jobClasses()::settings),
                IncidentSettings.defaults(),
                store.map(Store::incidents).orElse(List.of()),
                store.<Keeper>map(open -> open).orElse(Keeper.NONE),
                events,
                log);
        BrainHost host = BrainHost.start(parts, ingest, queue, wall, nanos);
        SendCounters sent = new SendCounters();
        BrainExposition exposition = new BrainExposition(
                new BrainExposition.Sources(host::view, ingest, queue, judgements, events, sent, storeCounters),
                nanos,
                wallNanos);
        List<Route> routes = Stream.of(
                        new FeedRoute(ingest).routes(),
                        new JobRoutes(host::view, config.jobClasses()::name).routes(),
                        new InstanceRoutes(host::view).routes(),
                        new IncidentRoutes(host::view, judgements, wallNanos).routes(),
                        new MaintenanceRoutes(judgements, wallNanos).routes(),
                        new EventRoute(events).routes(),
                        new PageRoutes(
                                        host::view,
                                        exposition,
                                        config.effective().yaml(),
                                        nanos)
                                .routes())
                .flatMap(List::stream)
                .toList();
        Teller teller = Teller.start(
                config.alerting(),
                new Teller.Sources(
                        host::view, events, incident -> judgements.mayAlert(incident, wallNanos.getAsLong())),
                sent,
                log,
                nanos,
                wallNanos);
        BrainServer server = BrainServer.start(config.serving(), routes, log, access -> count(ingest, access));
        return new Server(store, host, events, teller, server);
    }

    private static void count(Ingest ingest, Access refused) {
        if (refused == Access.AGENT) {
            ingest.counters().refused(BatchRefusal.UNAUTHORIZED);
        }
    }

    /// The incidents that it keeps, as of its last look: the active ones and those that are over, by their start.
    public List<Incident> incidents() {
        return host.view().incidents();
    }

    /// Where it listens, with the port it was given.
    public InetSocketAddress address() {
        return server.address();
    }

    /// `https`, or `http` without a certificate.
    public String scheme() {
        return server.scheme();
    }

    /// Stops to take anything, then to look, then to write.
    @Override
    public void close() {
        events.end();
        server.close();
        teller.close();
        host.close();
        store.ifPresent(Store::close);
    }
}
