// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.snapshot;

/// How the last reading of a source ended.
public sealed interface SourceState {
    /// It worked.
    record Fresh() implements SourceState {}

    /// The node has no such thing; `reason` is one line for an operator.
    record Absent(String reason) implements SourceState {}

    /// It should have worked; `reason` is one line for an operator and says what to do.
    record Failed(String reason) implements SourceState {}
}
