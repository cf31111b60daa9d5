// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.snapshot;

/// How much of a process was folded since it started, because its GPU's budget of series was used up: communicators
/// whose channels became one, operation series that went into `size="other"` and into `comm="other"`, and links that
/// went into `peer="other"`.
public record FoldedSeries(int channels, int sizes, int communicators, int links) {
    /// Nothing was.
    public static final FoldedSeries NONE = new FoldedSeries(0, 0, 0);
    /// One link was.
    public static final FoldedSeries LINK = new FoldedSeries(0, 0, 0, 1);

    /// Without links.
    public FoldedSeries(int channels, int sizes, int communicators) {
        this(channels, sizes, communicators, 0);
    }

    /// Both together.
    public FoldedSeries plus(FoldedSeries that) {
        return new FoldedSeries(
                channels + that.channels, sizes + that.sizes, communicators + that.communicators, links + that.links);
    }

    /// Whether anything was.
    public boolean isAny() {
        return !equals(NONE);
    }
}
