// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.api;

import dev.lockstep.server.host.EventHub;
import dev.lockstep.server.host.EventHub.Event;
import dev.lockstep.server.http.Call;
import dev.lockstep.server.http.Route;
import dev.lockstep.server.http.Route.Access;
import dev.lockstep.server.http.Route.Problem;
import dev.lockstep.server.json.IncidentJson;
import dev.lockstep.server.json.JsonWriter;
import io.helidon.http.sse.SseEvent;
import io.helidon.webserver.sse.SseSink;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// `GET /api/v1/events`: changes of incidents as server-sent events, as they happen. Each has the name of what happened
/// and the incident as data:
///
/// ```
/// id:7
/// event:opened
/// data:{"id":"00c0ffee00c0ffee","kind":"hang_not_entered", … }
/// ```
public final class EventRoute {
    /// A comment goes out after so long without an event, so that a client that went away is noticed.
    private static final Duration BEAT = Duration.ofSeconds(10);

    private final EventHub events;

    /// Of what `events` tells.
    public EventRoute(EventHub events) {
        this.events = events;
    }

    /// Its one route.
    public List<Route> routes() {
        return List.of(new Route("GET", "/api/v1/events", Access.OPEN, this::stream));
    }

    private void stream(Call call) throws Problem, InterruptedException {
        Optional<EventHub.Listener> place = events.listen();
        if (place.isEmpty()) {
            throw new Problem(503, EventHub.LISTENERS_MAX + " clients listen already");
        }
        try (EventHub.Listener listener = place.get();
                SseSink sink = call.response().sink(SseSink.TYPE)) {
            sink.emit(SseEvent.builder().comment("changes of incidents follow").build());
            while (!listener.isEnded()) {
                Optional<Event> event = listener.next(BEAT.toNanos());
                sink.emit(event.map(EventRoute::message)
                        .orElseGet(
                                () -> SseEvent.builder().comment("still here").build()));
            }
        } catch (UncheckedIOException clientGone) {
            // Its place is free again, which is all there is to do.
            return;
        }
    }

    private static SseEvent message(Event event) {
        byte[] json =
                JsonWriter.object(out -> IncidentJson.write(out, event.change().incident()));
        return SseEvent.builder()
                .id(Long.toString(event.number()))
                .name(event.change().what().label())
                .data(new String(json, StandardCharsets.UTF_8))
                .build();
    }
}
