// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.OptionalDouble;

/// How long operations took and how fast they were, as somebody else has summed it up. It is no counter: it cannot be
/// added to another one, and says nothing of how many operations it stands for.
public record ReportedTiming(
        Meaning meaning, ReportedOperation operation, OptionalDouble seconds, OptionalDouble bytesPerSecond) {
    /// What the two numbers are.
    public enum Meaning {
        /// The arithmetic mean of the times and the geometric one of the bandwidths, over the writer's last interval.
        MEAN,
        /// Those of the last operation alone.
        LAST
    }
}
