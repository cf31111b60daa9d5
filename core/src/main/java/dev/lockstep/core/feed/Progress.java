// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

import java.util.OptionalLong;

/// How far a rank has come in a communicator: ordinals of its last operations, over all functions. All absent before
/// the
/// first one. What is enqueued and not started waits for its GPU, what is started and not finished for its peers.
///
/// @param inFlight how many operations are enqueued and not done
public record Progress(OptionalLong enqueued, OptionalLong started, OptionalLong finished, int inFlight) {
    /// Nothing was enqueued yet.
    public static final Progress NONE =
            new Progress(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 0);
}
