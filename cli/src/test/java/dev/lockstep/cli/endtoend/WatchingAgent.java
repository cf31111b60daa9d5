// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import dev.lockstep.agent.Agent;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.AgentSetting;
import dev.lockstep.agent.config.Machine;
import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.simulator.hardware.FakeHardware;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// An agent in this process, on a free loopback port, which keeps nothing on disk.
final class WatchingAgent implements AutoCloseable {
    private final Agent agent;

    private WatchingAgent(Agent agent) {
        this.agent = agent;
    }

    /// One that feeds these brains.
    ///
    /// @param more settings beside, by their keys
    static WatchingAgent start(String node, Path sharedMemory, List<URI> brains, Map<String, String> more)
            throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of(
                AgentSetting.LISTEN.key(),
                "127.0.0.1:0",
                AgentSetting.NODE.key(),
                node,
                AgentSetting.DIR.key(),
                sharedMemory.toString(),
                AgentSetting.FLIGHT_DIR.key(),
                "none",
                AgentSetting.BRAIN_SPOOL.key(),
                "none",
                AgentSetting.BRAIN.key(),
                String.join(",", brains.stream().map(URI::toString).toList())));
        settings.putAll(more);
        AgentConfig config = AgentConfig.parse(settings, Map.of(), Machine.here());
        return new WatchingAgent(Agent.start(config, SystemClock.wall(), SystemClock.monotonicNanos()));
    }

    /// One for each node of a job: `node-0`, `node-1`, …
    static List<WatchingAgent> ofAllNodes(PlayedJob job, List<URI> brains) throws IOException {
        List<WatchingAgent> agents = new ArrayList<>();
        for (int node = 0; node < job.nodes(); node++) {
            agents.add(start("node-" + node, job.sharedMemory(node), brains, Map.of()));
        }
        return agents;
    }

    /// The same, each with the devices of its node.
    static List<WatchingAgent> ofAllNodes(PlayedJob job, List<URI> brains, FakeHardware hardware) throws IOException {
        List<WatchingAgent> agents = new ArrayList<>();
        for (int node = 0; node < job.nodes(); node++) {
            FakeHardware.Place place = hardware.places().get(node);
            Map<String, String> devices = Map.of(
                    AgentSetting.SYSFS.key(),
                    place.sysfs().toString(),
                    AgentSetting.KERNEL_LOG.key(),
                    place.kernelLog().toString(),
                    AgentSetting.DCGM.key(),
                    place.dcgm().toString(),
                    AgentSetting.HARDWARE_INTERVAL.key(),
                    "1s");
            agents.add(start("node-" + node, job.sharedMemory(node), brains, devices));
        }
        return agents;
    }

    /// What it says of itself.
    Metrics metrics() {
        return Metrics.of(URI.create("http://127.0.0.1:" + agent.address().getPort()));
    }

    @Override
    public void close() {
        agent.close();
    }
}
