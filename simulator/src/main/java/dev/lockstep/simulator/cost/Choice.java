// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.cost;

/// What NCCL takes for an operation.
///
/// @param algorithm NCCL's spelling, empty for Send and Recv
/// @param protocol NCCL's spelling, empty for Send and Recv
/// @param channels channels really used
/// @param channelsTold whether the operation's event tells their number; CollNet and NVLS over
///     several nodes say 0
public record Choice(String algorithm, String protocol, int channels, boolean channelsTold) {
    static final String LL = "LL";
    static final String LL128 = "LL128";
    static final String SIMPLE = "SIMPLE";

    /// The number of channels in the operation's event.
    public int reportedChannels() {
        return channelsTold ? channels : 0;
    }
}
