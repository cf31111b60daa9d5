// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.OperationInFlight;
import java.util.OptionalLong;

/// An operation that hung when the agent last saw its process alive. Whoever aborts a communicator sweeps its
/// operations away, so that the file does not show it any more.
public record NotedOperation(
        String communicatorId,
        String function,
        String algorithm,
        String protocol,
        long sizeBytes,
        long ordinal,
        OptionalLong sequence,
        long ageNanos,
        int channelsStarted,
        int channelsStopped) {
    /// Of an operation in flight of that communicator.
    public static NotedOperation of(CommunicatorIdentity communicator, OperationInFlight operation) {
        return new NotedOperation(
                communicator.id(),
                operation.key().function().ncclName(),
                operation.key().algorithm(),
                operation.key().protocol(),
                operation.sizeBytes(),
                operation.ordinal(),
                operation.sequence(),
                operation.ageNanos(),
                operation.channelsStarted(),
                operation.channelsStopped());
    }
}
