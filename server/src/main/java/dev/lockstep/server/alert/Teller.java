// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.alert;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.config.ServerConfig.AlertPath;
import dev.lockstep.server.config.ServerConfig.Alerting;
import dev.lockstep.server.host.EventHub;
import dev.lockstep.server.host.EventHub.Event;
import dev.lockstep.server.host.HostView;
import dev.lockstep.server.log.ServerLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Tells Alertmanager and webhooks what the analysis has found, each on a thread of its own, so that one that does not
/// answer holds up nobody.
public final class Teller implements AutoCloseable {
    private final List<ScheduledExecutorService> threads = new ArrayList<>();
    private final ServerLog log;

    /// What it reads.
    ///
    /// @param mayAlert whether an incident may tell anybody now
    public record Sources(Supplier<HostView> view, EventHub events, Predicate<Incident> mayAlert) {}

    private interface Step {
        void run() throws InterruptedException;
    }

    private Teller(ServerLog log) {
        this.log = log;
    }

    /// Begins to tell, as configured.
    public static Teller start(
            Alerting alerting,
            Sources sources,
            SendCounters counters,
            ServerLog log,
            LongSupplier nanos,
            LongSupplier wallNanos) {
        Teller teller = new Teller(log);
        Poster poster = Poster.overHttp();
        if (alerting.path() == AlertPath.PUSH) {
            alerting.alertmanagers().forEach(alertmanager -> {
                AlertPush push = new AlertPush(
                        List.of(alertmanager), alerting.externalUrl(), sources.mayAlert(), poster, counters);
                teller.each(
                        "lockstep-alerts",
                        () -> push.step(sources.view().get().incidents(), nanos.getAsLong(), wallNanos.getAsLong()));
            });
        }
        alerting.webhooks().forEach(url -> {
            Webhook webhook = new Webhook(url, poster, counters);
            AtomicReference<Optional<EventHub.Listener>> listening =
                    new AtomicReference<>(sources.events().listen());
            teller.each("lockstep-webhook", () -> {
                hear(listening, sources.events(), webhook);
                webhook.step(nanos.getAsLong());
            });
        });
        return teller;
    }

    /// What happened since the step before. One that was ended since it did not keep up begins again.
    private static void hear(AtomicReference<Optional<EventHub.Listener>> listening, EventHub events, Webhook webhook)
            throws InterruptedException {
        Optional<EventHub.Listener> listener = listening.get();
        while (listener.isPresent()) {
            Optional<Event> event = listener.get().next(0);
            if (event.isEmpty()) {
                break;
            }
            webhook.add(event.get().change());
        }
        if (listener.isEmpty() || listener.get().isEnded()) {
            listening.set(events.listen());
        }
    }

    private void each(String thread, Step step) {
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name(thread).daemon().factory());
        threads.add(executor);
        var _ = executor.scheduleWithFixedDelay(() -> safely(step), 1, 1, TimeUnit.SECONDS);
    }

    private void safely(Step step) {
        try {
            step.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException mistake) {
            log.warn("telling_failed", "mistake", mistake.toString(), "do", "report it, it is a mistake of Lockstep's");
        }
    }

    @Override
    public void close() {
        threads.forEach(ScheduledExecutorService::shutdownNow);
    }
}
