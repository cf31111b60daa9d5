// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Events of adapters and ports, old and new spellings. Up to 2.18 no device is printed; up to 2.31 it may be the wrong
/// port of a card with several. The device in the line's head means nothing here: it is the thread's, and 0 everywhere.
final class AsyncEvents implements NcclFamily {
    private static final Pattern DEVICE = Pattern.compile("NET/\\S+ ?:? ?([A-Za-z][\\w-]*:\\d+)\\b");
    private static final Pattern EVENT = Pattern.compile("async (?:fatal )?event ?(?:on \\w+ ?\\([^)]*\\) ?)?: ?(.+)");
    /// Events that are told without the word.
    private static final List<String> BARE = List.of("GID table change", "unknown event type", "client reregistration");

    private static final Pattern SPEED = Pattern.compile("speed change detected: (\\d+) -> (\\d+)");
    private static final Pattern CODE = Pattern.compile("\\s*\\(\\d+\\)\\s*$");
    /// In the names that libibverbs gives to events after which an adapter, a queue or a queue pair is of no more use.
    private static final List<String> FATAL = List.of(
            "catastrophic", "fatal", "violation", "overrun", "invalid request", "cq error", "migration request error");
    private static final int EVENTS_MAX = 4096;

    private final String file;
    private final Consumer<Sighting> out;
    private final Map<String, Events> byDevice = new LinkedHashMap<>();

    AsyncEvents(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public boolean takes(NcclLine line) {
        String message = line.message();
        if (!message.contains("NET/") && !message.contains("async")) {
            return false;
        }
        if (message.contains("speed change detected")) {
            return speedChange(line);
        }
        String event = event(message);
        if (event.isEmpty()) {
            return false;
        }
        boolean isFatal = isFatal(message, event);
        String label = message.contains("event on QP") ? "QP fatal: " + event : event;
        Subject subject = subject(line);
        String key = line.host() + (isFatal ? "|fatal" : "|port");
        Events events = byDevice.get(key);
        if (events == null) {
            if (byDevice.size() >= EVENTS_MAX) {
                return true;
            }
            events = new Events(line, isFatal);
            byDevice.put(key, events);
        }
        events.add(label, subject, line.process());
        return true;
    }

    /// NCCL says since 2.20 whether it is; before, the words of libibverbs do.
    private static boolean isFatal(String message, String event) {
        if (message.contains("non-fatal")) {
            return false;
        }
        return message.contains("fatal event") || FATAL.stream().anyMatch(event.toLowerCase(Locale.ROOT)::contains);
    }

    private static String event(String message) {
        Matcher event = EVENT.matcher(message);
        if (event.find()) {
            return CODE.matcher(event.group(1)).replaceFirst("").strip();
        }
        for (String bare : BARE) {
            if (message.contains(bare)) {
                return bare;
            }
        }
        return "";
    }

    private static Subject subject(NcclLine line) {
        Matcher device = DEVICE.matcher(line.message());
        return device.find() ? line.machine().withDevice(device.group(1)) : line.machine();
    }

    private boolean speedChange(NcclLine line) {
        Matcher speed = SPEED.matcher(line.message());
        if (!speed.find()) {
            return false;
        }
        Subject subject = subject(line);
        boolean isSlower = speed.group(1).length() > speed.group(2).length()
                || (speed.group(1).length() == speed.group(2).length()
                        && speed.group(1).compareTo(speed.group(2)) > 0);
        Clue clue = Clue.root(
                        isSlower ? Signal.NET_SLOW : Signal.NET_PORT_EVENT,
                        isSlower ? Severity.P1 : Severity.INFO,
                        subject,
                        line.source(file),
                        line.line().raw())
                .with("from_mbps", speed.group(1))
                .with("to_mbps", speed.group(2))
                .of("speed|" + subject);
        out.accept(clue.at(line.moment()));
        return true;
    }

    @Override
    public void end() {
        byDevice.values().forEach(events -> out.accept(events.clue(file)));
        byDevice.clear();
    }

    /// What happened to the ports of one host.
    private static final class Events {
        private static final int NAMES_MAX = 32;

        private final NcclLine first;
        private final boolean isFatal;
        private final Map<String, Integer> counts = new LinkedHashMap<>();
        private final TreeSet<String> processes = new TreeSet<>();
        private final Map<String, Subject> subjects = new LinkedHashMap<>();

        Events(NcclLine first, boolean isFatal) {
            this.first = first;
            this.isFatal = isFatal;
        }

        void add(String event, Subject subject, String process) {
            if (counts.containsKey(event) || counts.size() < NAMES_MAX) {
                counts.merge(event, 1, Integer::sum);
            }
            if (processes.size() < EVENTS_MAX) {
                processes.add(process);
            }
            if (subjects.size() < NAMES_MAX) {
                subjects.putIfAbsent(subject.toString(), subject);
            }
        }

        Clue clue(String file) {
            Clue clue = new Clue(
                    Signal.NET_PORT_EVENT,
                    severity(),
                    Weight.ROOT,
                    List.copyOf(subjects.values()),
                    first.moment(),
                    first.source(file),
                    first.line().raw(),
                    Map.of("events", counts.toString(), "processes", String.valueOf(processes.size())),
                    "port|" + first.host() + (isFatal ? "|fatal" : ""));
            for (Map.Entry<String, Integer> count : counts.entrySet()) {
                clue = clue.with("events." + count.getKey(), count.getValue());
            }
            return isFatal
                    ? clue.with("advise", "the adapter, its firmware or its PCIe slot is ill: drain the node")
                    : clue;
        }

        /// A port that only came back, or changed its addresses, is worth a look and no more.
        private Severity severity() {
            if (isFatal) {
                return Severity.P0;
            }
            boolean hasError = counts.keySet().stream()
                    .map(event -> event.toLowerCase(Locale.ROOT))
                    .anyMatch(event -> event.contains("error") || event.contains("down"));
            return hasError ? Severity.P1 : Severity.P2;
        }
    }
}
