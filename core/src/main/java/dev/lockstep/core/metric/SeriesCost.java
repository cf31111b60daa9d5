// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import dev.lockstep.core.model.NcclFunction;

/// How many series what is seen makes, a histogram counted once: the formula of docs/metrics.md. The budget of a GPU is
/// kept by it, and a test compares it with what is served.
public final class SeriesCost {
    /// A rank: its info, and the two totals of its process' losses.
    public static final int RANK = 3;
    /// A communicator of a rank: its info, busy time, fused operations and the four sums of its channels.
    public static final int MEMBERSHIP = 7;
    /// A function: operations in flight and their age.
    public static final int FUNCTION = 2;
    /// A function and size class: its histogram.
    public static final int SIZED = 1;
    /// A channel shown for itself.
    public static final int CHANNEL = 4;
    /// A symmetric kernel of a function: time and number of its three phases.
    public static final int KERNEL_PHASES = 6;
    /// A link at most: bytes, steps, timed steps, four states of a receive, and its histogram.
    public static final int LINK = 8;
    /// The communicator `other` of a GPU at most: its info, what is in flight, and of each function a histogram, calls
    /// and bytes.
    public static final int OTHER_MAX = 1 + FUNCTION + 3 * NcclFunction.values().length;

    /// What is kept for series of `size="other"`: those of six collectives.
    public static final int SIZES_OTHER = 24;

    private static final int COLLECTIVE_TUNED = 3;
    private static final int POINT_TO_POINT_TUNED = 2;

    private SeriesCost() {}

    /// A function, size class, algorithm and protocol: calls and bytes, and bus bytes of a collective.
    public static int tuned(NcclFunction function) {
        return function.isPointToPoint() ? POINT_TO_POINT_TUNED : COLLECTIVE_TUNED;
    }

    /// How many series of a budget may have a size class and channels of their own.
    public static int ownMax(int budget) {
        return foldedMax(budget) - SIZES_OTHER;
    }

    /// How many there may be with those that are folded into `size="other"`; the rest is for `comm="other"`.
    public static int foldedMax(int budget) {
        return budget - OTHER_MAX;
    }
}
