// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.alert;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.server.json.JsonWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/// Posts alerts of open incidents to every Alertmanager, again and again until they are over, and then that they are.
///
/// An alert that is not over says that it ends in a day, so that Alertmanager does not resolve it by itself when the
/// brain dies: then nothing is known, which LockstepBrainBlind tells. After a restart what was over in the last day is
/// told again, since the brain may have died before it told it.
///
/// For one thread.
final class AlertPush {
    /// Open alerts are posted again after so long.
    static final Duration REPOST = Duration.ofSeconds(30);
    /// Alerts of one message.
    static final int ALERTS_PER_MESSAGE_MAX = 500;

    private static final long KEEP_NANOS = Duration.ofDays(1).toNanos();

    private final List<Receiver> receivers;
    private final Optional<URI> externalUrl;
    private final Predicate<Incident> mayAlert;
    private final Poster poster;
    private final SendCounters counters;
    private final Map<Map<String, String>, PushedAlert> open = new LinkedHashMap<>();
    private boolean started;

    /// One Alertmanager. `owed` are ends of alerts that it was not told yet.
    private static final class Receiver {
        private final URI address;
        private final Map<Map<String, String>, PushedAlert> owed = new LinkedHashMap<>();
        private long toldNanos = Long.MIN_VALUE;
        private boolean isBehind = true;

        Receiver(URI alertmanager) {
            address = URI.create(alertmanager.toString().replaceAll("/+$", "") + "/api/v2/alerts");
        }
    }

    /// To these Alertmanagers. `mayAlert` says whether an incident may tell anybody now.
    AlertPush(
            List<URI> alertmanagers,
            Optional<URI> externalUrl,
            Predicate<Incident> mayAlert,
            Poster poster,
            SendCounters counters) {
        this.receivers = alertmanagers.stream().map(Receiver::new).toList();
        this.externalUrl = externalUrl;
        this.mayAlert = mayAlert;
        this.poster = poster;
        this.counters = counters;
    }

    /// Tells what has changed, and what is due again.
    void step(List<Incident> incidents, long nanos, long wallNanos) throws InterruptedException {
        Map<Map<String, String>, PushedAlert> now = new LinkedHashMap<>();
        for (Incident incident : incidents) {
            if (incident.state() == IncidentState.OPEN
                    && PushedAlert.isTold(incident.severity())
                    && mayAlert.test(incident)) {
                PushedAlert alert = PushedAlert.of(incident, externalUrl);
                now.put(alert.labels(), alert);
            }
        }
        if (!started) {
            started = true;
            incidents.stream()
                    .filter(incident -> wasOverLately(incident, wallNanos))
                    .map(incident -> PushedAlert.of(incident, externalUrl))
                    .filter(alert -> !now.containsKey(alert.labels()))
                    .forEach(this::owe);
        }
        Set<Map<String, String>> begun = new HashSet<>(now.keySet());
        begun.removeAll(open.keySet());
        open.forEach((labels, alert) -> {
            if (!now.containsKey(labels)) {
                owe(alert.endingAt(endOf(labels, incidents).orElse(wallNanos)));
            }
        });
        open.clear();
        open.putAll(now);
        for (Receiver receiver : receivers) {
            receiver.owed.keySet().removeAll(now.keySet());
            receiver.owed
                    .values()
                    .removeIf(alert -> wallNanos - alert.endWallNanos().orElse(wallNanos) > KEEP_NANOS);
            receiver.isBehind |= !begun.isEmpty();
            tell(receiver, nanos, wallNanos);
        }
    }

    private static boolean wasOverLately(Incident incident, long wallNanos) {
        return incident.state() == IncidentState.CLOSED
                && PushedAlert.isTold(incident.severity())
                && wallNanos - incident.endWallNanos().orElse(0) < KEEP_NANOS;
    }

    private static OptionalLong endOf(Map<String, String> labels, List<Incident> incidents) {
        return incidents.stream()
                .filter(incident -> incident.id().equals(labels.get("incident_id")))
                .map(Incident::endWallNanos)
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    private void owe(PushedAlert over) {
        receivers.forEach(receiver -> receiver.owed.put(over.labels(), over));
    }

    private void tell(Receiver receiver, long nanos, long wallNanos) throws InterruptedException {
        boolean isDue = receiver.toldNanos == Long.MIN_VALUE || nanos - receiver.toldNanos >= REPOST.toNanos();
        if (!isDue && !receiver.isBehind && receiver.owed.isEmpty()) {
            return;
        }
        List<PushedAlert> all = new ArrayList<>(open.values());
        all.addAll(receiver.owed.values());
        boolean wasTaken = true;
        for (int from = 0; from < all.size() && wasTaken; from += ALERTS_PER_MESSAGE_MAX) {
            List<PushedAlert> some = all.subList(from, Math.min(all.size(), from + ALERTS_PER_MESSAGE_MAX));
            byte[] json = JsonWriter.array(some, (out, alert) -> alert.write(out, wallNanos + KEEP_NANOS));
            wasTaken = poster.post(receiver.address, json);
            counters.sent("alertmanager", wasTaken);
        }
        receiver.isBehind = !wasTaken;
        if (wasTaken) {
            receiver.owed.clear();
            receiver.toldNanos = nanos;
        }
    }
}
