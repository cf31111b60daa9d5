// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.OptionalLong;

/// How far a rank has come in a communicator: ordinals of the operations that it enqueued, started and finished last,
/// over all functions. Each is absent before the first one, and where nobody tells.
public record LastOrdinals(OptionalLong enqueued, OptionalLong started, OptionalLong finished) {
    /// Nothing is known.
    public static final LastOrdinals UNKNOWN =
            new LastOrdinals(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
}
