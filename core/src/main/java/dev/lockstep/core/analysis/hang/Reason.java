// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

/// Why somebody holds up those who wait in an operation.
enum Reason {
    /// It entered another operation in its place.
    MISMATCH,
    /// It freed the communicator.
    FREED,
    /// It has not made the communicator.
    NOT_MADE,
    /// It has not entered the operation.
    NOT_ENTERED,
    /// It entered, and its GPU has not started it.
    NOT_STARTED,
    /// It entered, and has earlier ones to get through.
    BEHIND,
    /// It entered and started, and waits there itself.
    WAITS_TOO
}
