// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

/// Who keeps a process for its grace after it ended. Communicators that end while their process lives on are always
/// kept by the agent.
public enum Keeper {
    /// The source tells of it no more once it has ended.
    AGENT,
    /// The source goes on to tell of it for the grace itself.
    SOURCE
}
