// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.tree;

/// What could be read of a pickle.
public sealed interface Pickle {
    /// The value.
    record Read(Node value) implements Pickle {}

    /// It would make Python import or call something; what was read before that is not trusted either.
    record Refused(String opcode) implements Pickle {}

    /// It ends early, or is none. What the stack held last may still help.
    record Broken(String reason, Node partial) implements Pickle {}
}
