// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A brain that is told of one job, a process on each node, and of the nodes' hardware.
final class WatchedHardware {
    private static final long SECOND = 1_000_000_000L;

    private final Brain brain = new Brain(BrainSettings.defaults());
    private long now = SECOND;
    private long batch;

    void pass(int seconds) {
        now += seconds * SECOND;
    }

    void tells(String node, HardwareFact... facts) {
        tells(node, "2.28.3", ProcessLife.RUNNING, facts);
    }

    void tells(String node, String nccl, ProcessLife life, HardwareFact... facts) {
        ProcessFeed process = new ProcessFeed(
                new ProcessKey(node, 1, 1),
                life,
                "job",
                Optional.of("life"),
                OptionalInt.empty(),
                Optional.of(nccl),
                List.of(),
                Map.of());
        brain.accept(
                new NodeFeed(node, "agent-" + node, ++batch, now, now, 0, List.of(process), Map.of(), List.of(facts)),
                now);
    }

    /// What is told once it has held for a minute.
    List<Finding> found(FindingKind kind) {
        brain.examine(now);
        now += Settled.AFTER_NANOS;
        return brain.examine(now).stream()
                .filter(finding -> finding.kind() == kind)
                .toList();
    }

    static HardwareFact nic(int nic, Kind kind, long value, String text) {
        return new HardwareFact("mlx5_" + nic + ":1", OptionalInt.empty(), kind, value, text);
    }

    static HardwareFact gpu(int gpu, Kind kind, long value, String text) {
        return new HardwareFact("gpu" + gpu, OptionalInt.of(gpu), kind, value, text);
    }
}
