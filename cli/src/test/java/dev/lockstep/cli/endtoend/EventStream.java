// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import dev.lockstep.cli.peer.Tree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/// Listens to `/api/v1/events` of a brain.
final class EventStream implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String EVENT = "event:";
    private static final String DATA = "data:";

    private final HttpURLConnection connection;
    private final List<Event> events = new CopyOnWriteArrayList<>();

    /// One that came: what happened, and the incident.
    record Event(String what, Asked.Seen incident) {}

    private EventStream(HttpURLConnection connection) {
        this.connection = connection;
    }

    /// Returns when the brain has taken it as a listener.
    static EventStream of(URI brain) throws IOException {
        EventStream stream = new EventStream(
                (HttpURLConnection) brain.resolve("/api/v1/events").toURL().openConnection());
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(stream.connection.getInputStream(), StandardCharsets.UTF_8));
        Thread.ofVirtual().start(() -> stream.read(lines));
        return stream;
    }

    private void read(BufferedReader lines) {
        String what = "";
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(EVENT)) {
                    what = line.substring(EVENT.length()).strip();
                } else if (line.startsWith(DATA)) {
                    events.add(new Event(what, new Asked.Seen(Tree.parse(line.substring(DATA.length())))));
                }
            }
        } catch (IOException closed) {
            events.add(new Event("end of stream", new Asked.Seen(closed.toString())));
        }
    }

    /// Waits for that to happen to that incident.
    Asked.Seen await(String what, String id) {
        return Awaitility.await(what + " " + id)
                .atMost(PATIENCE)
                .until(
                        () -> events.stream()
                                .filter(event -> event.what().equals(what)
                                        && event.incident().id().equals(id))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow()
                .incident();
    }

    @Override
    public void close() {
        connection.disconnect();
    }
}
