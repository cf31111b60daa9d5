// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis;

import java.util.List;

/// One statement of one detector at one moment.
///
/// @param culprits who holds the others up; empty if nobody can be named
/// @param severity what it would be if it stayed
/// @param confidence 0 to 1; below {@link #CONFIDENCE_SUSPECT} it is a suspicion that alerts nobody
/// @param onsetWallNanos when it began by the clock of the node that saw it first, since the epoch
/// @param magnitude how much, in the unit that `unit` names: share of a step, factor, seconds
/// @param nextStep what to do now, one sentence
public record Finding(
        FindingKind kind,
        JobKey job,
        List<Entity> culprits,
        Severity severity,
        double confidence,
        long onsetWallNanos,
        double magnitude,
        String unit,
        Evidence evidence,
        String nextStep) {
    /// Below it, a finding is a suspicion.
    public static final double CONFIDENCE_SUSPECT = 0.8;

    public Finding {
        culprits = List.copyOf(culprits);
    }
}
