// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.connection;

/// What is under way on a connection at a moment: operations, the steps of them that have not ended, and in which
/// states steps are, at most eight an operation. Not a counter.
public record Standing(long operations, long steps, StepStates waiting) {
    /// Nothing is under way.
    public static final Standing NOTHING = new Standing(0, 0, StepStates.NONE);

    /// Both together.
    public Standing plus(Standing that) {
        return new Standing(operations + that.operations, steps + that.steps, waiting.plus(that.waiting));
    }
}
