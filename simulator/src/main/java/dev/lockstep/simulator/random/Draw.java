// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.random;

/// What a random number is for. A key never changes: it would change every
/// timeline.
public enum Draw {
    COMMUNICATOR_HASH(1),
    COMPUTE(2),
    TRANSFER(3),
    TAIL(4),
    LOADER(5),
    SETUP(6),
    ENQUEUE(7),
    CLOCK_OFFSET(8),
    CLOCK_DRIFT(9),
    CHANNEL_START(10),
    CHANNEL_STOP(11),
    /// What a node's own clock shows when it boots.
    HOST_CLOCK(12),
    /// Which records an agent did not get.
    RECORD_LOSS(13),
    /// Whether a decoy touches a rank in a step.
    DECOY(14),
    /// How strongly it does.
    DECOY_STRENGTH(15);

    private final long key;

    Draw(long key) {
        this.key = key;
    }

    long key() {
        return key;
    }
}
