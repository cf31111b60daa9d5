// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

import java.util.List;
import java.util.Map;

/// One batch of one agent: what changed on its node since the batch before.
///
/// @param node where the agent runs; the label `node`
/// @param agent one life of an agent: boot id and start time of its process
/// @param batch number within that life, from 1; a gap is a batch that did not arrive
/// @param wallNanos the node's wall clock at the reading, since the epoch; it may step
/// @param monotonicNanos the node's `CLOCK_MONOTONIC` at the same moment
/// @param sampling the k of {@link Sampling} that the records of this batch were kept by
/// @param losses what this agent lost since the batch before, by reason
/// @param hardware facts about the node's hardware, in a batch after each reading of it; most batches have none
public record NodeFeed(
        String node,
        String agent,
        long batch,
        long wallNanos,
        long monotonicNanos,
        int sampling,
        List<ProcessFeed> processes,
        Map<String, Long> losses,
        List<HardwareFact> hardware) {
    public NodeFeed {
        processes = List.copyOf(processes);
        losses = Map.copyOf(losses);
        hardware = List.copyOf(hardware);
    }

    /// The same batch with these facts about the node's hardware.
    public NodeFeed with(List<HardwareFact> facts) {
        return new NodeFeed(node, agent, batch, wallNanos, monotonicNanos, sampling, processes, losses, facts);
    }
}
