// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import dev.lockstep.core.feed.NodeFeed;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/// The agents that send: how much each has sent, and which batch was its last. Any thread; what one agent sends is
/// handled one at a time.
final class AgentTable {
    private final Map<String, Agent> agents = new ConcurrentHashMap<>();

    private static final class Agent {
        private final TokenBucket batches;
        private final TokenBucket bytes;
        private long lastBatch;
        private volatile long seenNanos;

        Agent(long nowNanos) {
            batches = new TokenBucket(
                    IngestLimits.AGENT_BATCHES_PER_SECOND_MAX, IngestLimits.AGENT_BURST_SECONDS, nowNanos);
            bytes = new TokenBucket(
                    IngestLimits.AGENT_BYTES_PER_SECOND_MAX, IngestLimits.AGENT_BURST_SECONDS, nowNanos);
            seenNanos = nowNanos;
        }
    }

    /// Passes the batch on by `take` unless it is one too many or came before; says why it was not taken.
    Optional<BatchRefusal> admit(NodeFeed feed, int batchBytes, long nowNanos, BooleanSupplier take) {
        String name = feed.node() + "/" + feed.agent();
        Agent agent = agents.get(name);
        if (agent == null) {
            if (agents.size() >= IngestLimits.AGENTS_MAX) {
                return Optional.of(BatchRefusal.AGENTS);
            }
            agent = agents.computeIfAbsent(name, _ -> new Agent(nowNanos));
        }
        synchronized (agent) {
            return admit(agent, feed.batch(), batchBytes, nowNanos, take);
        }
    }

    private static Optional<BatchRefusal> admit(
            Agent agent, long batch, int batchBytes, long nowNanos, BooleanSupplier take) {
        agent.seenNanos = nowNanos;
        if (!agent.batches.take(1, nowNanos) || !agent.bytes.take(batchBytes, nowNanos)) {
            return Optional.of(BatchRefusal.AGENT_RATE);
        }
        if (batch <= agent.lastBatch) {
            return Optional.of(BatchRefusal.DUPLICATE);
        }
        if (!take.getAsBoolean()) {
            return Optional.of(BatchRefusal.QUEUE_FULL);
        }
        agent.lastBatch = batch;
        return Optional.empty();
    }

    /// Agents that sent something in that time before now.
    int seenWithin(long nanos, long nowNanos) {
        return (int) agents.values().stream()
                .filter(agent -> nowNanos - agent.seenNanos <= nanos)
                .count();
    }

    /// Forgets those that are silent for long.
    void forget(long nowNanos) {
        agents.values().removeIf(agent -> nowNanos - agent.seenNanos > IngestLimits.FORGET_AFTER.toNanos());
    }
}
