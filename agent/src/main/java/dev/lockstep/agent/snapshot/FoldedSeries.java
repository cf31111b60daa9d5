// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.snapshot;

/// How much of a process was folded since it started, because its GPU's budget of series was used up: communicators
/// whose channels became one, and operation series that went into `size="other"` and into `comm="other"`.
public record FoldedSeries(int channels, int sizes, int communicators) {
    /// Nothing was.
    public static final FoldedSeries NONE = new FoldedSeries(0, 0, 0);

    /// Both together.
    public FoldedSeries plus(FoldedSeries that) {
        return new FoldedSeries(channels + that.channels, sizes + that.sizes, communicators + that.communicators);
    }

    /// Whether anything was.
    public boolean isAny() {
        return !equals(NONE);
    }
}
