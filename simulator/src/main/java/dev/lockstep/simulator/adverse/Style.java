// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

/// How a job splits its work.
public enum Style {
    /// Everyone has the whole model; gradients of several micro steps are reduced once, in buckets.
    DATA("data", 1),
    /// Parameters and gradients are sharded over everyone, layer by layer.
    SHARDED("sharded", 1),
    /// Sharded inside a node, reduced between nodes.
    HYBRID("hybrid", 2),
    /// Tensor groups of two nodes each.
    WIDE_TENSOR("wide-tensor", 2),
    /// Tensor groups inside nodes, with many small operations.
    CHATTY("chatty", 1),
    /// Attention over a ring of Send and Recv inside a node, gradients over everyone.
    CONTEXT("context", 1),
    /// Experts on all ranks of a node exchange tokens, each step others have more.
    EXPERTS("experts", 1),
    /// A pipeline with uneven stages, one forward and one backward at a time.
    PIPELINE("pipeline", 2),
    /// The same where nothing but Send and Recv is used.
    SEND_ONLY("send-only", 2),
    /// Several communicators of the same ranks, one of them rarely used.
    TWINS("twins", 1),
    /// One operation a step, steps of many seconds.
    RARE("rare", 1);

    private final String word;
    private final int nodesMin;

    Style(String word, int nodesMin) {
        this.word = word;
        this.nodesMin = nodesMin;
    }

    /// In the names of cases.
    public String word() {
        return word;
    }

    /// Nodes that it needs at least.
    public int nodesMin() {
        return nodesMin;
    }
}
