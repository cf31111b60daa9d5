// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.log;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// Writes one line an event, `event=… key="value"`. An event that came a short while ago is counted instead, and the
/// next one says how many were: what fails each second must not fill a disk. Any thread.
public final class ServerLog {
    private static final Logger LOG = System.getLogger("lockstep.server");
    private static final long QUIET_NANOS = Duration.ofMinutes(5).toNanos();
    private static final int EVENTS_MAX = 256;
    private static final int VALUE_LENGTH_MAX = 400;

    private final LongSupplier nanos;
    private final Map<String, Heard> heard = new LinkedHashMap<>();

    private static final class Heard {
        private long writtenNanos;
        private long held;
    }

    /// By that clock, which never steps.
    public ServerLog(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /// Something to know.
    public void info(String event, String... pairs) {
        log(Level.INFO, event, pairs);
    }

    /// Something to do; one of the values says what.
    public void warn(String event, String... pairs) {
        log(Level.WARNING, event, pairs);
    }

    private void log(Level level, String event, String... pairs) {
        long held = held(event);
        if (held < 0) {
            return;
        }
        StringBuilder line = new StringBuilder("event=").append(event);
        for (int i = 0; i + 1 < pairs.length; i += 2) {
            line.append(' ')
                    .append(pairs[i])
                    .append("=\"")
                    .append(plain(pairs[i + 1]))
                    .append('"');
        }
        if (held > 0) {
            line.append(" repeated=").append(held);
        }
        LOG.log(level, line.toString());
    }

    /// How many were held back since the one before, or −1 if this one is too.
    private synchronized long held(String event) {
        long now = nanos.getAsLong();
        Heard before = heard.get(event);
        if (before != null && now - before.writtenNanos < QUIET_NANOS) {
            before.held++;
            return -1;
        }
        if (before == null && heard.size() >= EVENTS_MAX) {
            heard.remove(heard.keySet().iterator().next());
        }
        Heard written = heard.computeIfAbsent(event, _ -> new Heard());
        written.writtenNanos = now;
        long held = written.held;
        written.held = 0;
        return held;
    }

    private static String plain(String value) {
        String cut = value.length() > VALUE_LENGTH_MAX ? value.substring(0, VALUE_LENGTH_MAX) + "…" : value;
        return cut.replaceAll("\\p{Cntrl}", " ").replace("\"", "'");
    }
}
