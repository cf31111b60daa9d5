// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.connection;

/// One number for each state of a step: nanoseconds spent there, or steps that are there now.
///
/// | state | a send waits | a receive waits |
/// |---|---|---|
/// | gpu | for data from its own GPU | until its own GPU has taken the data |
/// | peer | until the peer has room | until the network takes the request |
/// | network | until the data are sent | until the data are there |
/// | flush | never | until the GPU can see the data |
public record StepStates(long gpu, long peer, long network, long flush) {
    /// Nothing anywhere.
    public static final StepStates NONE = new StepStates(0, 0, 0, 0);

    /// Both together.
    public StepStates plus(StepStates that) {
        return new StepStates(gpu + that.gpu, peer + that.peer, network + that.network, flush + that.flush);
    }

    /// What came since `earlier`; where that is no part of this, all of this.
    public StepStates since(StepStates earlier) {
        return new StepStates(
                Since.since(gpu, earlier.gpu),
                Since.since(peer, earlier.peer),
                Since.since(network, earlier.network),
                Since.since(flush, earlier.flush));
    }

    /// All states together.
    public long sum() {
        return gpu + peer + network + flush;
    }
}
