// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.alert;

import dev.lockstep.core.analysis.incident.IncidentChange;
import dev.lockstep.server.json.IncidentJson;
import dev.lockstep.server.json.JsonWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/// Posts each change of an incident to one URL, in order:
///
/// ```
/// {"what":"opened","incident":{"id":"00c0ffee00c0ffee", … }}
/// ```
///
/// One that is not taken is posted again, later each time; what has no room meanwhile is counted as failed. For one
/// thread.
final class Webhook {
    /// Changes that wait.
    static final int WAITING_MAX = 1_000;

    private static final long PAUSE_NANOS_MIN = Duration.ofSeconds(1).toNanos();
    private static final long PAUSE_NANOS_MAX = Duration.ofMinutes(1).toNanos();
    private static final String NAME = "webhook";

    private final URI address;
    private final Poster poster;
    private final SendCounters counters;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private long pauseNanos = PAUSE_NANOS_MIN;
    private long dueNanos = Long.MIN_VALUE;

    Webhook(URI address, Poster poster, SendCounters counters) {
        this.address = address;
        this.poster = poster;
        this.counters = counters;
    }

    void add(IncidentChange change) {
        if (waiting.size() >= WAITING_MAX) {
            waiting.removeFirst();
            counters.sent(NAME, false);
        }
        waiting.addLast(JsonWriter.object(out -> out.text("what", change.what().label())
                .object("incident", inner -> IncidentJson.write(inner, change.incident()))));
    }

    /// Posts what waits, until one is not taken.
    void step(long nanos) throws InterruptedException {
        while (!waiting.isEmpty() && (dueNanos == Long.MIN_VALUE || nanos >= dueNanos)) {
            boolean wasTaken = poster.post(address, waiting.getFirst());
            counters.sent(NAME, wasTaken);
            if (!wasTaken) {
                dueNanos = nanos + pauseNanos;
                pauseNanos = Math.min(PAUSE_NANOS_MAX, 2 * pauseNanos);
                return;
            }
            waiting.removeFirst();
            dueNanos = Long.MIN_VALUE;
            pauseNanos = PAUSE_NANOS_MIN;
        }
    }
}
