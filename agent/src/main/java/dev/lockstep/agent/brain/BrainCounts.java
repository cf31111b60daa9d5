// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain;

import dev.lockstep.agent.brain.send.BrainSender;
import dev.lockstep.agent.brain.spool.Outbox;
import dev.lockstep.agent.brain.told.FeedAssembler;
import java.util.List;

/// What the link to the brains did since the agent started, and what waits.
public record BrainCounts(List<BrainSender.Counts> brains, Outbox.Counts waiting, FeedAssembler.Counts told) {
    public BrainCounts {
        brains = List.copyOf(brains);
    }
}
