// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.NetworkChosen;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// What was read, for the report's "what this is": lines by host, library and versions, transports, and how many lines
/// nobody knew.
final class Tally {
    private static final int HOSTS_MAX = 20_000;
    private static final int HOSTS_COMPARED_MAX = 512;
    private static final int VERSIONS_MAX = 16;

    private final String file;
    private final Consumer<Sighting> out;
    private final Map<String, long[]> byHost = new LinkedHashMap<>();
    private final ConnectionLines connections = new ConnectionLines();
    private final SettingLines settings;
    private final TreeSet<String> versions = new TreeSet<>();
    private String library = "";
    private long lines;
    private long unrecognised;

    Tally(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
        this.settings = new SettingLines(file, out, this);
    }

    NcclFamily connections() {
        return connections;
    }

    NcclFamily settings() {
        return settings;
    }

    /// The last letters of the record before may have run into the host of a glued one; a host known from other lines
    /// is
    /// the right end of it, and without one the host is unknown.
    NcclLine withKnownHost(NcclLine line) {
        if (byHost.containsKey(line.host()) || line.host().isEmpty() || !line.isGlued()) {
            return line;
        }
        return byHost.keySet().stream()
                .limit(HOSTS_COMPARED_MAX)
                .filter(host -> line.host().endsWith(host))
                .findFirst()
                .map(line::from)
                .orElseGet(() -> line.isGluedToPath() ? line.from("") : line);
    }

    void count(NcclLine line) {
        lines++;
        if (!line.host().isEmpty()) {
            long[] count = byHost.get(line.host());
            if (count == null && byHost.size() < HOSTS_MAX) {
                count = new long[1];
                byHost.put(line.host(), count);
            }
            if (count != null) {
                count[0]++;
            }
        }
    }

    void unrecognised(NcclLine line) {
        unrecognised += line.message().isBlank() ? 0 : 1;
    }

    /// A library and its version; the sighting lets rules compare hosts.
    void version(String name, String version, Subject subject, Source source, String words) {
        lines += lines == 0 ? 1 : 0;
        library = name.equals("RCCL") ? "RCCL" : library.isEmpty() ? name : library;
        if (versions.size() < VERSIONS_MAX && versions.add(version)) {
            out.accept(new NetworkChosen(subject, "version", version, source, words));
        } else if (subject.host().isPresent() && settings.isNew(subject, "version", version)) {
            out.accept(new NetworkChosen(subject, "version", version, source, words));
        }
    }

    void end() {
        if (lines == 0) {
            return;
        }
        Map<String, Long> hosts = new TreeMap<>();
        byHost.forEach((host, count) -> hosts.put(host, count[0]));
        Clue clue = Clue.context(
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        Subject.NONE,
                        Source.of(file),
                        lines + " NCCL lines of " + hosts.size() + (hosts.size() == 1 ? " host" : " hosts"))
                .with("lines", lines)
                .with("recognised", lines - unrecognised)
                .with("format", "nccl-log")
                .of("nccl-log|" + file);
        for (Map.Entry<String, Long> host :
                hosts.entrySet().stream().limit(VERSIONS_MAX).toList()) {
            clue = clue.with("hosts." + host.getKey(), host.getValue());
        }
        clue = library.isEmpty() ? clue : clue.with("library", library);
        clue = versions.isEmpty() ? clue : clue.with("versions", versions);
        for (Map.Entry<String, String> fact : connections.facts().entrySet()) {
            clue = clue.with(fact.getKey(), fact.getValue());
        }
        out.accept(clue);
    }
}
