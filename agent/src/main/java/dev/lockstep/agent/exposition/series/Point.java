// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.series;

/// One point of a family: what stands under one set of labels.
public sealed interface Point {
    /// Its labels.
    LabelSet labels();

    /// Of a counter or a gauge; 1 of an info.
    record Single(LabelSet labels, double value) implements Point {}

    /// Of a histogram.
    record Spread(LabelSet labels, Distribution distribution) implements Point {}
}
