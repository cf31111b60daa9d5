// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.kernel;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what else of the kernel stops a job: processes killed for memory, and network links that go down.
final class SystemReader {
    private static final int DEVICES_MAX = 4096;
    private static final int KILLS_MAX = 4096;

    /// Links come up in the first minutes after a boot.
    private static final long BOOTING_MILLIS = 180_000;

    private static final Pattern KILLED =
            Pattern.compile("[Oo]ut of memory: Kill(?:ed)? process (\\d{1,18}) \\(([^)]{1,64})\\)");
    private static final Pattern LINK = Pattern.compile(
            "(\\w+ (?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.\\d)[: ]+(?:(\\w+): )?.*?(?:NIC )?[Ll]ink (?:is"
                    + " )?([Dd]own|[Uu]p)\\b");
    private static final Pattern NAMED = Pattern.compile("\\b(\\w+): NIC [Ll]ink is ([Dd]own|[Uu]p)\\b");
    private static final Pattern HEALTH = Pattern.compile(
            "(mlx5_core [0-9a-f:.]{7,16}).*(health compromised|device's health|poll_health|Fatal FW|firmware error)");

    /// How often a link went down, and whether it is up.
    private static final class Link {
        private int downs;
        private boolean isUp = true;
        private Optional<Clue> first = Optional.empty();
    }

    private final String file;
    private final Consumer<Sighting> out;
    private final Map<String, Link> links = new LinkedHashMap<>();
    private int kills;

    SystemReader(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    void line(Line line) {
        String text = line.text();
        if (text.contains("ut of memory: Kill")) {
            killed(line, text);
        } else if (text.contains("ink is ")
                || text.contains("ink down")
                || text.contains("ink up")
                || text.contains("Link Down")
                || text.contains("Link Up")) {
            link(line, text);
        } else if (text.contains("mlx5_core")) {
            health(line, text);
        }
    }

    private void killed(Line line, String text) {
        Matcher matcher = KILLED.matcher(text);
        if (!matcher.find() || kills++ >= KILLS_MAX) {
            return;
        }
        Stamp stamp = Stamp.of(line);
        long pid = Numbers.whole(matcher.group(1)).orElse(0);
        Subject subject = host(stamp).withPid(pid);
        boolean isGroup = text.contains("cgroup");
        Clue clue = Clue.root(Signal.RESOURCE_OOM, Severity.P0, subject, new Source(file, line.number()), text.strip())
                .with("pid", pid)
                .with("process", matcher.group(2))
                .with("where", isGroup ? "memory limit of the container or job" : "memory of the host")
                .of("oom|" + stamp.host());
        out.accept(at(clue, stamp));
    }

    private static Subject host(Stamp stamp) {
        return stamp.host().isEmpty() ? Subject.NONE : Subject.ofHost(stamp.host());
    }

    private static Clue at(Clue clue, Stamp stamp) {
        return stamp.moment().isPresent() ? clue.at(stamp.moment().get()) : clue;
    }

    private void link(Line line, String text) {
        Matcher pci = LINK.matcher(text);
        Matcher named = NAMED.matcher(text);
        String device;
        String state;
        if (pci.find()) {
            device = pci.group(2) == null ? pci.group(1) : pci.group(2);
            state = pci.group(3);
        } else if (named.find()) {
            device = named.group(1);
            state = named.group(2);
        } else {
            return;
        }
        Stamp stamp = Stamp.of(line);
        if (links.size() >= DEVICES_MAX && !links.containsKey(stamp.host() + device)) {
            return;
        }
        Link link = links.computeIfAbsent(stamp.host() + device, key -> new Link());
        link.isUp = state.equalsIgnoreCase("up");
        if (!link.isUp && !isBooting(stamp)) {
            link.downs++;
            if (link.first.isEmpty()) {
                Clue clue = Clue.root(
                                Signal.NET_PORT_EVENT,
                                Severity.P2,
                                host(stamp).withDevice(device),
                                new Source(file, line.number()),
                                text.strip())
                        .with("device", device)
                        .of("link|" + stamp.host() + "|" + device);
                link.first = Optional.of(at(clue, stamp));
            }
        }
    }

    private static boolean isBooting(Stamp stamp) {
        return stamp.moment()
                .filter(moment -> moment.clock() == Moment.Clock.BOOT && moment.millis() < BOOTING_MILLIS)
                .isPresent();
    }

    private void health(Line line, String text) {
        Matcher matcher = HEALTH.matcher(text);
        if (matcher.find() && kills++ < KILLS_MAX) {
            Stamp stamp = Stamp.of(line);
            out.accept(at(
                    Clue.root(
                                    Signal.NET_PORT_EVENT,
                                    Severity.P1,
                                    host(stamp).withDevice(matcher.group(1)),
                                    new Source(file, line.number()),
                                    text.strip())
                            .with("device", matcher.group(1))
                            .of("link|" + stamp.host() + "|" + matcher.group(1)),
                    stamp));
        }
    }

    void end() {
        links.values()
                .forEach(link -> link.first.ifPresent(clue -> out.accept(clue.with("downs", link.downs)
                        .with("is_up", link.isUp)
                        .withSeverity(link.isUp ? Severity.P2 : Severity.P1))));
    }
}
