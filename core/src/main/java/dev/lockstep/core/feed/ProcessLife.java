// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

/// Whether a process of a job still lives, as its node's agent sees it.
public enum ProcessLife {
    /// It lives.
    RUNNING,
    /// It freed its communicators and ended, or is about to.
    ENDED,
    /// It is gone and did not free its communicators.
    GONE
}
