// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.NetworkChosen;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a process runs with: network, plugins, versions, environment; and the INFO lines that say something is off.
final class SettingLines implements NcclFamily {
    private static final int SEEN_MAX = 65_536;

    private static final Pattern NETWORK = Pattern.compile("^Using network (\\S+)");
    private static final Pattern ENVIRONMENT =
            Pattern.compile("\\b(NCCL_\\w+|RCCL_\\w+) set (?:by environment )?to (\\S+?)\\.?$");
    private static final Pattern INTERFACE =
            Pattern.compile("^(?:NET/Socket|Bootstrap) ?: ?Using (?:\\[\\d+\\])?([\\w.-]+)");
    private static final Pattern VERSION = Pattern.compile("\\b(NCCL|RCCL) version (?:: )?([\\w.+-]+)");
    private static final Pattern NO_GDR =
            Pattern.compile("(?i)(?:GPU ?Direct RDMA|GDR)[^.]*(?:disabled|not (?:available|enabled|supported))");
    private static final Pattern RETRY = Pattern.compile("(?:retrying|retry)\\b.*?\\(?(\\d+)/(\\d+)");

    private static final Pattern PEER = Pattern.compile("\\b((?:\\d{1,3}\\.){3}\\d{1,3}|[\\w.-]+)<\\d+>");

    /// Beginnings of lines that say how a process starts.
    private static final List<String> STARTS = List.of(
            "Bootstrap",
            "NET/",
            "Using",
            "Plugin",
            "P2P plugin",
            "PROFILER/",
            "TUNER/",
            "NCCL_",
            "RCCL_",
            "Setting affinity",
            "cudaDriverVersion",
            "comm ",
            "NVLS",
            "MNNVL",
            "RAS ",
            "Successfully",
            "Failed to open",
            "DMA-BUF",
            "GPU Direct",
            "Assigned NET",
            "Initialized",
            "Comm config",
            "Loaded",
            "Loading",
            "init.cc",
            "HINT:",
            "NCCL version",
            "RCCL version",
            "ncclCommInitRank",
            "Could not",
            "No plugin",
            "misc/",
            "graph/",
            "transport",
            "include/",
            "proxy.cc",
            "group.cc",
            "enqueue.cc",
            "bootstrap.cc",
            "Ignored",
            "isAllDirectP2p",
            "ROMEMODEL",
            "HIP",
            "Kernel",
            "Channel",
            "[Proxy",
            "[Service",
            "Proxy");

    private final String file;
    private final Consumer<Sighting> out;
    private final Tally tally;
    private final Set<String> seen = new HashSet<>();
    private final Set<String> retried = new HashSet<>();

    SettingLines(String file, Consumer<Sighting> out, Tally tally) {
        this.file = file;
        this.out = out;
        this.tally = tally;
    }

    @Override
    public boolean takes(NcclLine line) {
        String message = line.message();
        Matcher network = NETWORK.matcher(message);
        if (network.find()) {
            chosen(line, "network", network.group(1));
            return true;
        }
        if (message.contains(" set by environment to ") || message.contains(" set to ")) {
            Matcher environment = ENVIRONMENT.matcher(message.strip());
            if (environment.find()) {
                chosen(line, environment.group(1), environment.group(2));
                return true;
            }
        }
        if (message.contains("CCL version ")) {
            Matcher version = VERSION.matcher(message);
            if (version.find()) {
                tally.version(
                        version.group(1),
                        version.group(2),
                        line.machine(),
                        line.source(file),
                        line.line().raw());
                return true;
            }
        }
        return start(line, message);
    }

    private boolean start(NcclLine line, String message) {
        Matcher used = INTERFACE.matcher(message);
        if (used.find()) {
            chosen(line, "interface", used.group(1));
            return true;
        }
        if (message.contains("retry") && retry(line)) {
            return true;
        }
        if (message.contains("RDMA") && directAccess(line, message)) {
            return true;
        }
        if (message.contains("No device found") || message.contains("Failed to open libibverbs")) {
            if (isNew(line.machine(), "ib", "none")) {
                note(line, "no InfiniBand or RoCE device is used on this host");
            }
            return true;
        }
        if (line.isWarning()) {
            return false;
        }
        for (String start : STARTS) {
            if (message.startsWith(start)) {
                return true;
            }
        }
        return message.contains(" -> ") || message.contains("lugin");
    }

    /// Whether the adapters reach the memory of GPUs. It is to be alike on all nodes; off everywhere is only slow.
    private boolean directAccess(NcclLine line, String message) {
        if (NO_GDR.matcher(message).find()) {
            chosen(line, "GPUDirect RDMA", "off");
            if (isNew(line.machine(), "gdr", "off")) {
                note(line, "GPUDirect RDMA is off on this host");
            }
            return true;
        }
        boolean isOn = message.contains("Direct RDMA Enabled");
        if (isOn) {
            chosen(line, "GPUDirect RDMA", "on");
        }
        return isOn;
    }

    /// A connection that is tried again and again: counted, and told once for each peer.
    private boolean retry(NcclLine line) {
        Matcher retry = RETRY.matcher(line.message());
        if (!retry.find()) {
            return false;
        }
        Matcher peer = PEER.matcher(line.message());
        String address = peer.find() ? peer.group(1) : "";
        if (retried.size() < SEEN_MAX && retried.add(line.process() + address)) {
            Clue clue = Clue.context(
                            Signal.INFO_PARSED,
                            Severity.INFO,
                            address.isEmpty() ? line.subject() : line.subject().withPeer(address),
                            line.source(file),
                            line.line().raw())
                    .with("retry", retry.group(1) + "/" + retry.group(2))
                    .with("peer_host", address);
            out.accept(clue.of("retry|" + address));
        }
        return true;
    }

    private void note(NcclLine line, String words) {
        out.accept(Clue.context(
                        Signal.NET_CONFIG,
                        Severity.INFO,
                        line.machine(),
                        line.source(file),
                        line.line().raw())
                .with("detail", words)
                .of("setting|" + words));
    }

    private void chosen(NcclLine line, String what, String value) {
        if (isNew(line.machine(), what, value)) {
            out.accept(new NetworkChosen(
                    line.machine(), what, value, line.source(file), line.line().raw()));
        }
    }

    /// Whether that host has not said that before.
    boolean isNew(Subject machine, String what, String value) {
        return seen.size() < SEEN_MAX && seen.add(machine.host().orElse("") + "|" + what + "|" + value);
    }
}
