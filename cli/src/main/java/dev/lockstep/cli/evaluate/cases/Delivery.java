// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.simulator.random.Draw;
import dev.lockstep.simulator.random.Noise;
import java.util.Optional;

/// What happens to the batches on their way to the brain.
@FunctionalInterface
public interface Delivery {
    /// All arrive as they were sent.
    Delivery PLAIN = (feed, node, now) -> Optional.of(feed);

    /// What arrives of the batch of a node; absent if it does not.
    ///
    /// @param node its number
    Optional<NodeFeed> deliver(NodeFeed feed, int node, long nowNanos);

    /// Loses batches, each with that probability.
    static Delivery losing(double share, Noise noise) {
        return (feed, node, now) ->
                noise.uniform(Draw.RECORD_LOSS, node, feed.batch(), 1) < share ? Optional.empty() : Optional.of(feed);
    }

    /// A node that dies with its processes: nothing comes of its agent either.
    static Delivery silentWhenGone(int lostNode) {
        return (feed, node, now) -> {
            boolean lives = feed.processes().stream().anyMatch(process -> process.life() == ProcessLife.RUNNING);
            return node == lostNode && !lives ? Optional.empty() : Optional.of(feed);
        };
    }

    /// A node without an agent.
    static Delivery blind(int blindNode) {
        return (feed, node, now) -> node == blindNode ? Optional.empty() : Optional.of(feed);
    }

    /// A wall clock that steps.
    static Delivery clockStep(int steppingNode, long fromNanos, long byNanos) {
        return (feed, node, now) -> Optional.of(
                node == steppingNode && now >= fromNanos
                        ? new NodeFeed(
                                feed.node(),
                                feed.agent(),
                                feed.batch(),
                                feed.wallNanos() + byNanos,
                                feed.monotonicNanos(),
                                feed.sampling(),
                                feed.processes(),
                                feed.losses(),
                                feed.hardware())
                        : feed);
    }

    /// An agent that is away for a while and starts anew.
    static Delivery restart(int restartingNode, long fromNanos, long toNanos) {
        return (feed, node, now) -> {
            if (node != restartingNode || now < fromNanos) {
                return Optional.of(feed);
            }
            if (now < toNanos) {
                return Optional.empty();
            }
            return Optional.of(new NodeFeed(
                    feed.node(),
                    feed.agent() + "-again",
                    feed.batch() - fromNanos / 1_000_000_000L,
                    feed.wallNanos(),
                    feed.monotonicNanos(),
                    feed.sampling(),
                    feed.processes(),
                    feed.losses(),
                    feed.hardware()));
        };
    }
}
