// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm;

import java.util.Optional;
import java.util.stream.Stream;

/// What the writing process says about itself.
public enum ShmProcessState {
    STARTING(0),
    LIVE(1),
    /// The last communicator was finalized, or the library was unloaded.
    CLOSED(2),
    /// By the control file; counters are complete up to then.
    SWITCHED_OFF(3);

    private final int number;

    ShmProcessState(int number) {
        this.number = number;
    }

    /// Its number in the header.
    public int number() {
        return number;
    }

    /// The state behind its number in the header; absent where there is no such state.
    public static Optional<ShmProcessState> of(int value) {
        return Stream.of(values()).filter(state -> state.number == value).findFirst();
    }
}
