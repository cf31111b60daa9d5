// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

/// How far a group came.
public enum GroupState {
    /// Not enqueued: its host did not come to it before everything stopped.
    PLANNED,
    /// Its host never enters it, by a fault; the cause of everything that is stuck.
    NEVER,
    /// Enqueued; the GPU has not begun it.
    QUEUED,
    /// Begun and never ended.
    STUCK,
    /// Begun and cut off because its own process was killed.
    KILLED,
    /// Ended.
    DONE
}
