// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.agent.Agent;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.AgentSetting;
import dev.lockstep.agent.config.Machine;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.simulator.hardware.FakeHardware;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// One node of the demo with the agent that watches it, on a free port of the loopback address.
final class WatchedNode implements AutoCloseable {
    private static final String HARDWARE_INTERVAL = "2s";

    /// What an agent sees of a node.
    record Seen(String name, Path sharedMemory, FakeHardware.Place hardware) {}

    private final String name;
    private final Agent agent;
    private final Rolling rolling;

    private WatchedNode(String name, Agent agent, Rolling rolling) {
        this.name = name;
        this.agent = agent;
        this.rolling = rolling;
    }

    /// Starts the agent. It keeps nothing on disk: neither flight records nor what the brain has not taken.
    static WatchedNode start(Seen node, String brain, Duration window, InstantSource clock, LongSupplier monotonicNanos)
            throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of(
                AgentSetting.LISTEN.key(),
                "127.0.0.1:0",
                AgentSetting.NODE.key(),
                node.name(),
                AgentSetting.DIR.key(),
                node.sharedMemory().toString(),
                AgentSetting.FLIGHT_DIR.key(),
                "none",
                AgentSetting.BRAIN.key(),
                brain,
                AgentSetting.BRAIN_SPOOL.key(),
                "none"));
        settings.put(AgentSetting.SYSFS.key(), node.hardware().sysfs().toString());
        settings.put(AgentSetting.KERNEL_LOG.key(), node.hardware().kernelLog().toString());
        settings.put(AgentSetting.DCGM.key(), node.hardware().dcgm().toString());
        settings.put(AgentSetting.HARDWARE_INTERVAL.key(), HARDWARE_INTERVAL);
        AgentConfig config = AgentConfig.parse(settings, Map.of(), Machine.here());
        return new WatchedNode(node.name(), Agent.start(config, clock, monotonicNanos), new Rolling(window));
    }

    /// Takes the agent's last snapshot into the window and gives the view for the tables.
    DemoNode look() {
        NodeSnapshot snapshot = agent.snapshot();
        if (snapshot.pending().isEmpty()) {
            rolling.add(snapshot.takenAt(), processes(snapshot));
        }
        return new DemoNode(name, metricsUrl(), rolling.newest(), rolling.oldest());
    }

    /// As the agent calls it.
    String name() {
        return name;
    }

    /// What the window covers by now.
    Duration covered() {
        return rolling.covered();
    }

    /// When the agent's last snapshot was taken.
    Instant takenAt() {
        return agent.snapshot().takenAt();
    }

    /// Calls that the agent has counted since the start.
    long calls() {
        return processes(agent.snapshot()).stream()
                .flatMap(process -> process.communicators().stream())
                .map(CommunicatorSnapshot::series)
                .flatMap(List::stream)
                .mapToLong(OperationSeries::calls)
                .sum();
    }

    /// Timings that the plugin kept out of the histograms, for all reasons together.
    long suspectTimings() {
        return processes(agent.snapshot()).stream()
                .flatMap(process -> process.suspect().values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    String metricsUrl() {
        return "http://127.0.0.1:" + agent.address().getPort() + "/metrics";
    }

    private static List<ProcessSnapshot> processes(NodeSnapshot snapshot) {
        return snapshot.sources().stream()
                .map(SourceSnapshot::processes)
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public void close() {
        agent.close();
    }
}
