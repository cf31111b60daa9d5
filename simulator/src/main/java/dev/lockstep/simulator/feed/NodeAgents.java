// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.simulator.random.Draw;
import dev.lockstep.simulator.random.Noise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The agents of all nodes: they number their batches and stamp them with their node's clocks. Agents outlive
/// jobs.
///
/// Time here is true time since some moment at which all agents run; a node's `CLOCK_MONOTONIC` is that plus
/// what it showed then.
public final class NodeAgents {
    /// What wall clocks show when time begins here.
    public static final long EPOCH_NANOS = 1_796_000_000_000_000_000L;

    private static final long UPTIME_NANOS_MIN = 3_600_000_000_000L;
    private static final double UPTIME_NANOS_SPAN = 9e14;
    private static final double READ_SPAN_NANOS = 1e9;

    private final Noise noise;
    private final int sampling;
    private final List<Long> batches = new ArrayList<>();

    /// Agents whose clocks follow from the seed.
    ///
    /// @param sampling the k that their batches state
    public NodeAgents(long seed, int sampling) {
        this.noise = new Noise(seed);
        this.sampling = sampling;
    }

    /// The label `node` of a node.
    public static String name(int node) {
        return "sim-node-" + node;
    }

    /// What a node's `CLOCK_MONOTONIC` shows at a moment.
    public static long monotonicNanos(Noise noise, int node, long nanos) {
        double up = noise.uniform(Draw.HOST_CLOCK, node, 0, 0) * UPTIME_NANOS_SPAN;
        return UPTIME_NANOS_MIN + Math.round(up) + nanos;
    }

    /// When the agent of a node last read before a moment: each has its own place in the second.
    static long readNanos(Noise noise, int node, long nanos) {
        return nanos - Math.round(noise.uniform(Draw.HOST_CLOCK, node, 1, 0) * READ_SPAN_NANOS);
    }

    /// What the agents send at a moment, in the order of the nodes.
    ///
    /// @param processes of each node
    public List<NodeFeed> batches(long nanos, List<List<ProcessFeed>> processes) {
        List<NodeFeed> feeds = new ArrayList<>(processes.size());
        for (int node = 0; node < processes.size(); node++) {
            if (node == batches.size()) {
                batches.add(0L);
            }
            batches.set(node, batches.get(node) + 1);
            long read = readNanos(noise, node, nanos);
            feeds.add(new NodeFeed(
                    name(node),
                    "agent-" + node,
                    batches.get(node),
                    EPOCH_NANOS + read,
                    monotonicNanos(noise, node, read),
                    sampling,
                    processes.get(node),
                    Map.of(),
                    List.of()));
        }
        return feeds;
    }
}
