// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

/// What somebody is for whom others wait and who waits for nobody.
enum Cause {
    /// Its process is over.
    GONE,
    /// It entered another operation than the others.
    MISMATCH,
    /// It has not made a communicator, or has freed it.
    SETUP,
    /// Its GPU starts nothing.
    NOT_STARTED,
    /// Its host is in no operation.
    NOT_ENTERED,
    /// It cannot be seen.
    UNSEEN,
    /// It moves, so those who wait for it will get on.
    MOVING
}
