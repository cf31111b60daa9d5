// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

/// What becomes of a request.
public enum Admission {
    /// It is answered.
    ADMITTED,
    /// Name or password are missing or wrong.
    REFUSED,
    /// Too many passwords are being checked; it may come again.
    BUSY
}
