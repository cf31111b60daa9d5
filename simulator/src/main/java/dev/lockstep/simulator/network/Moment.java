// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.network;

/// Something that a proxy tells at a moment of true time.
///
/// @param step number of the step, from 0; 0 where it is about the whole operation
public record Moment(long trueNanos, What what, int step) {
    /// What it is.
    public enum What {
        /// The proxy operation begins.
        BEGIN,
        /// A step begins: a send at its GPU, a receive not yet taken by the network.
        START,
        /// A send has its data.
        PEER,
        /// The network has taken it.
        NETWORK,
        /// A receive has its data.
        FLUSH,
        /// The GPU can see them.
        GPU,
        /// The step is over.
        STOP,
        /// The proxy operation is over.
        END
    }
}
