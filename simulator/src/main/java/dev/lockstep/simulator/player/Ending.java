// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

/// How a job's processes end.
public enum Ending {
    /// The communicators are freed.
    FINALIZED,
    /// Nobody tells the plugin: the process just ends, as after a hang or a crash.
    ABANDONED
}
