// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import java.util.List;

/// A cluster and how its job is split: how many ranks share each kind of parallelism.
///
/// @param named whether communicators carry a name
/// @param layers of a pipeline stage
/// @param weight how often it is taken among all shapes
public record ClusterShape(
        int nodes,
        int gpus,
        int tensor,
        int pipeline,
        int expert,
        boolean named,
        int layers,
        int microbatches,
        int weight) {
    /// Every shape, from 8 to 1,024 ranks.
    public static final List<ClusterShape> ALL = List.of(
            new ClusterShape(1, 8, 4, 1, 1, true, 2, 2, 2),
            new ClusterShape(1, 8, 1, 1, 4, false, 2, 2, 1),
            new ClusterShape(2, 4, 2, 1, 1, true, 2, 2, 2),
            new ClusterShape(2, 8, 4, 1, 1, true, 2, 2, 4),
            new ClusterShape(2, 8, 2, 2, 2, false, 1, 4, 3),
            new ClusterShape(3, 8, 4, 1, 1, true, 2, 2, 3),
            new ClusterShape(5, 4, 2, 1, 1, false, 2, 2, 3),
            new ClusterShape(7, 8, 8, 1, 1, true, 2, 2, 3),
            new ClusterShape(8, 8, 4, 2, 1, true, 1, 4, 3),
            new ClusterShape(12, 4, 1, 1, 1, false, 4, 1, 2),
            new ClusterShape(6, 8, 1, 3, 8, true, 1, 4, 2),
            new ClusterShape(16, 8, 8, 2, 4, false, 1, 4, 2),
            new ClusterShape(32, 8, 8, 4, 1, true, 1, 4, 2),
            new ClusterShape(128, 8, 8, 4, 1, true, 1, 4, 1),
            new ClusterShape(128, 8, 4, 1, 1, false, 1, 2, 1));

    /// From about here on, computation of one step.
    private static final long STEP_NANOS = 960_000_000L;
    /// A forward and a backward pass, which takes twice as long.
    private static final int PASSES = 3;

    /// How many ranks it has.
    public int ranks() {
        return nodes * gpus;
    }

    /// Ranks of a data group.
    public int data() {
        return ranks() / (tensor * pipeline);
    }

    /// True, of every shape.
    public boolean isAny() {
        return true;
    }

    /// Whether it has several nodes.
    public boolean isSpread() {
        return nodes > 1;
    }

    /// Whether collectives load the network, so that a slow path shows: a data group has ranks on several nodes. Where
    /// each pipeline stage has a node for itself, only Send and Recv cross, which do not tell how long data took.
    public boolean loadsNetwork() {
        return data() > 1 && ranks() / pipeline > gpus;
    }

    /// Node of a rank.
    public int node(int rank) {
        return rank / gpus;
    }

    /// A layer's forward pass, so that a step takes about a second.
    public long forwardNanos() {
        return STEP_NANOS / ((long) layers * PASSES * (microbatches + pipeline - 1));
    }

    /// What one rank computes in a step.
    public long computeNanos() {
        return forwardNanos() * layers * PASSES * microbatches;
    }

    /// Its name in the names of cases: `16x8-t8-p2-e4`.
    public String name() {
        return nodes + "x" + gpus + "-t" + tensor + "-p" + pipeline + "-e" + expert + (named ? "" : "-unnamed");
    }

    /// The lines of a scenario file that make it.
    public List<String> lines() {
        return List.of(
                "cluster.nodes: " + nodes,
                "cluster.gpus-per-node: " + gpus,
                "groups.tensor: " + tensor,
                "groups.pipeline: " + pipeline,
                "groups.expert: " + expert,
                "groups.named: " + (named ? "yes" : "no"),
                "model.layers: " + layers,
                "model.microbatches: " + microbatches,
                "compute.forward: " + forwardNanos() + "ns");
    }
}
