// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis;

/// What is seen of a job at a moment, so that silence is never taken for health.
public enum JobSight {
    /// Operations finish.
    MOVING,
    /// Its ranks are seen and nothing finishes.
    STANDING,
    /// Too few of its ranks are seen to tell.
    BLIND,
    /// Its processes are over.
    ENDED
}
