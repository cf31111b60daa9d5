// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import dev.lockstep.agent.source.Source;

/// A source, and who keeps what has ended in it.
public record PolledSource(Source source, Keeper keeper) {
    /// A source that tells of a process only while it lives.
    public static PolledSource of(Source source) {
        return new PolledSource(source, Keeper.AGENT);
    }

    /// A source that keeps ended processes for their grace itself.
    public static PolledSource keeping(Source source) {
        return new PolledSource(source, Keeper.SOURCE);
    }
}
