// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.log;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/// Writes events as one line of `key=value` each. An event that was written a short while ago is counted instead, and
/// the
/// next one after that while says how many were held back: a source that fails twice a second must not fill a disk.
/// Events that differ in their numbers alone are the same. Any thread may call.
///
/// ```
/// event=source_failed source=inspector_json reason="/logs cannot be read" repeated=612
/// ```
public final class EventLog {
    /// How long a repeated event is held back.
    public static final Duration QUIET = Duration.ofMinutes(10);

    /// Different events remembered; the oldest is forgotten, and written again if it comes again.
    static final int DISTINCT_MAX = 64;

    private static final int VALUE_CHARACTERS_MAX = 512;
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern PLAIN = Pattern.compile("[\\w.:/@%+,-]+");

    private final Logger logger;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Repeats> known = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Repeats> eldest) {
            return size() > DISTINCT_MAX;
        }
    };

    /// When an event was written last, and how often it was held back since.
    private record Repeats(Instant writtenAt, long heldBack) {}

    /// Writes to this logger by this clock.
    public EventLog(Logger logger, InstantSource clock) {
        this.logger = logger;
        this.clock = clock;
    }

    /// Writes the event, or counts it. `pairs` are keys and their values in turn.
    public void log(Level level, String event, String... pairs) {
        StringBuilder line = new StringBuilder("event=").append(event);
        for (int i = 0; i + 1 < pairs.length; i += 2) {
            line.append(' ').append(pairs[i]).append('=').append(quoted(pairs[i + 1]));
        }
        OptionalLong heldBack = take(level + " " + NUMBER.matcher(line).replaceAll("0"));
        if (heldBack.isPresent()) {
            logger.log(level, heldBack.getAsLong() == 0 ? line.toString() : line + " repeated=" + heldBack.getAsLong());
        }
    }

    /// How many were held back before this one; empty if it is to be held back too.
    private OptionalLong take(String key) {
        Instant now = clock.instant();
        lock.lock();
        try {
            Repeats before = known.get(key);
            if (before != null && now.isBefore(before.writtenAt().plus(QUIET))) {
                known.put(key, new Repeats(before.writtenAt(), before.heldBack() + 1));
                return OptionalLong.empty();
            }
            known.remove(key);
            known.put(key, new Repeats(now, 0));
            return OptionalLong.of(before == null ? 0 : before.heldBack());
        } finally {
            lock.unlock();
        }
    }

    private static String quoted(String value) {
        String cut = value.length() > VALUE_CHARACTERS_MAX ? value.substring(0, VALUE_CHARACTERS_MAX) + "…" : value;
        if (PLAIN.matcher(cut).matches()) {
            return cut;
        }
        return '"' + cut.replaceAll("\\p{Cntrl}", " ").replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
