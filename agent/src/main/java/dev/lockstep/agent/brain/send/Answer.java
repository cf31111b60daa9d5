// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.send;

import java.time.Duration;

/// What came of bringing a batch to a brain.
public sealed interface Answer {
    /// The brain has it, and wants records of one operation in 2^sampling.
    record Taken(int sampling) implements Answer {}

    /// The brain will never take it. `reason` is a label value.
    record Refused(String reason) implements Answer {}

    /// It may be taken later, not before `atLeast` is over.
    record Later(String reason, Duration atLeast) implements Answer {}
}
