// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

/// Takes what lines say.
@FunctionalInterface
public interface RecordSink<C extends LineOwner> {
    /// Takes one line's record, which is used again for the next line.
    void take(InspectorRecord record, C owner);
}
