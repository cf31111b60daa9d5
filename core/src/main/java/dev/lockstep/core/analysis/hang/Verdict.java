// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.FindingKind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What one look at a standstill says of one cause.
///
/// @param at where it shows
/// @param held who is held up
/// @param stuckNanos how long the longest of them waits
/// @param hardAfterNanos from which wait on it is sure
/// @param remark what else has to be said; empty if nothing
record Verdict(
        FindingKind kind,
        List<Actor> culprits,
        Wait at,
        Set<Actor> held,
        long stuckNanos,
        long hardAfterNanos,
        String remark) {
    boolean isHard() {
        return stuckNanos >= hardAfterNanos;
    }

    /// The same at two looks if they say the same.
    String key() {
        return kind + culprits.stream().map(Actor::entity).map(Entity::toString).collect(Collectors.joining());
    }
}
