// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.snapshot;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// What the agent has used until a moment. Memory is resident: `anonBytes` its own, `fileBytes` mapped files; absent
/// where the kernel does not say. `scrapeTime` is what answering all its scrapes took.
public record AgentUsage(
        OptionalLong anonBytes, OptionalLong fileBytes, Optional<Duration> processorTime, Duration scrapeTime) {
    /// Of an agent of which nothing is known and that was never scraped.
    public static final AgentUsage UNKNOWN =
            new AgentUsage(OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), Duration.ZERO);
}
