// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.topology;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the tree (`=== System : maxBw 48.0 totalBw 240.0 ===` and below it `+ PCI[24.0] - NIC/0-C5000`) and
/// the table of paths (`GPU/1A000 :… NET/0 (3/12.0/PHB)`), in the spellings of all versions, host by host.
final class TopologyReader implements LineReader {
    private static final int HOSTS_MAX = 4096;

    /// A path of a GPU to its nearest NIC that is slower than one 200 Gb/s port.
    private static final double SLOW_GBS = 20;

    private static final Pattern HOST = Pattern.compile("([\\w.-]{1,255}):\\d{1,9}:\\d{1,9} \\[");
    private static final Pattern SYSTEM =
            Pattern.compile("=== System : max(?:Bw|Width) ([\\d.]{1,16}) total(?:Bw|Width) ([\\d.]{1,16}) ===");
    private static final Pattern PATH = Pattern.compile("NET/(\\S{1,64}) \\((\\d{1,3})/([\\d.]{1,16})/(\\w{2,4})\\)");
    /// Kinds of paths that leave the PCI switch.
    private static final Set<String> OVER_HOST_BRIDGE = Set.of("PHB", "NODE", "SYS");

    /// What one host printed.
    private static final class Host {
        private String maxBw = "";
        private String totalBw = "";
        private double slowest = Double.MAX_VALUE;
        private String slowestWords = "";
        private String slowestType = "";
        private boolean isUnreadable;
        private long line;
        private long slowLine;
    }

    private final String file;
    private final Consumer<Sighting> out;
    private final Map<String, Host> hosts = new LinkedHashMap<>();

    TopologyReader(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public void line(Line line) {
        String text = line.text();
        if (text.contains("=== System :")) {
            system(line, text);
        } else if (text.contains("GPU/") && text.contains(" NET/")) {
            paths(line, text);
        } else if (text.contains("could not read") && text.contains("max_link_speed")) {
            host(line, text).isUnreadable = true;
        }
    }

    private Host host(Line line, String text) {
        Matcher matcher = HOST.matcher(text);
        String name = matcher.find() ? matcher.group(1) : line.host();
        if (hosts.size() >= HOSTS_MAX && !hosts.containsKey(name)) {
            return new Host();
        }
        Host host = hosts.computeIfAbsent(name, key -> new Host());
        host.line = host.line == 0 ? line.number() : host.line;
        return host;
    }

    private void system(Line line, String text) {
        Matcher system = SYSTEM.matcher(text);
        if (system.find()) {
            Host host = host(line, text);
            host.maxBw = system.group(1);
            host.totalBw = system.group(2);
        }
    }

    /// The best path of one GPU to any NIC counts; the worst GPU of a host counts for the host.
    private void paths(Line line, String text) {
        List<MatchResult> paths = PATH.matcher(text).results().limit(64).toList();
        if (paths.isEmpty() || !text.contains("GPU/") || text.contains("Pattern ")) {
            return;
        }
        MatchResult best = paths.stream()
                .max(Comparator.comparingDouble(
                        path -> Numbers.real(path.group(3)).orElse(0)))
                .orElseThrow();
        double width = Numbers.real(best.group(3)).orElse(Double.MAX_VALUE);
        Host host = host(line, text);
        if (width < host.slowest) {
            host.slowest = width;
            host.slowestType = best.group(4);
            host.slowestWords = text.strip();
            host.slowLine = line.number();
        }
    }

    @Override
    public void end() {
        List<String> systems = new ArrayList<>();
        long first = 0;
        for (Map.Entry<String, Host> entry : hosts.entrySet()) {
            Host host = entry.getValue();
            if (!host.maxBw.isEmpty() && systems.size() < 256) {
                first = first == 0 ? host.line : first;
                systems.add(entry.getKey() + ": {max_bw: " + host.maxBw + ", total_bw: " + host.totalBw + "}");
            }
            slow(entry.getKey(), host);
        }
        if (!systems.isEmpty()) {
            out.accept(Clue.context(
                            Signal.INFO_PARSED,
                            Severity.INFO,
                            Subject.NONE,
                            new Source(file, first),
                            "topologies: " + String.join(", ", systems))
                    .with("systems", "{" + String.join(", ", systems) + "}")
                    .of("topology|" + file));
        }
    }

    /// A GPU that meets its NIC only at the host bridge, as in virtual machines that hide the switches.
    private void slow(String name, Host host) {
        boolean isFar = OVER_HOST_BRIDGE.contains(host.slowestType);
        if (host.slowest >= SLOW_GBS || !isFar) {
            return;
        }
        String detail = "GPU-NIC path " + host.slowestType + " " + Math.round(host.slowest) + " GB/s"
                + (host.isUnreadable ? "; the speed of PCI could not be read, as in virtual machines" : "");
        out.accept(Clue.root(
                        Signal.NET_SLOW,
                        Severity.P2,
                        name.isEmpty() ? Subject.NONE : Subject.ofHost(name),
                        new Source(file, host.slowLine),
                        host.slowestWords)
                .with("host", name)
                .with("detail", detail)
                .with("path", host.slowestType)
                .of("topology|" + name));
    }
}
