// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.text.Stamps;
import dev.lockstep.core.analysis.cause.ras.RasEvent;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads events of the monitor mode: `[2026-06-20 10:42:10] PEER_DEAD: Process 70112 on node 192.0.2.31
/// managing GPU 3`. Nothing parts the peer from what is said of it.
final class EventReader {
    /// Events that are kept of one file; a large job that ends has one a process.
    static final int EVENTS_MAX = 100_000;

    private static final Pattern EVENT =
            Pattern.compile("\\s*\\[(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d)\\] (PEER_[A-Z0-9_]{1,64}): ?(.*)");

    private final String file;
    private final Consumer<Sighting> out;
    private int events;

    EventReader(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    void line(Line line) {
        if (!line.text().contains("] PEER_")) {
            return;
        }
        Matcher matcher = EVENT.matcher(line.text());
        if (matcher.matches() && events++ < EVENTS_MAX) {
            Names.Named named = Names.peer(matcher.group(3).strip());
            out.accept(new RasEvent(
                    new Source(file, line.number()),
                    Stamps.dateTime(matcher.group(1)),
                    matcher.group(2),
                    named.process(),
                    line.text().strip()));
        }
    }
}
