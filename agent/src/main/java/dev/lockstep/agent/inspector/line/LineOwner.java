// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import dev.lockstep.agent.inspector.loss.Reason;
import org.jspecify.annotations.Nullable;

/// Whose lines are read: one log. It keeps what has to last from one buffer of it to the next.
public interface LineOwner {
    /// The object that is being collected over several lines, if any.
    @Nullable
    PrettyObject pretty();

    /// Begins such an object, or ends it.
    void pretty(@Nullable PrettyObject opened);

    /// A line is lost that may have carried an operation.
    void damagedLine(Reason reason);

    /// Whether it takes no more for now; what is left of the buffer is read later.
    default boolean isFull() {
        return false;
    }
}
