// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import dev.lockstep.core.analysis.FindingKind;
import java.util.Set;

/// One fault that has to be named.
///
/// @param kinds what it may be called
/// @param culprit whom an incident has to name
/// @param fault its number among the faults of the scenario, which tells its onset; or {@link #NO_FAULT}
public record Expectation(Set<FindingKind> kinds, Culprit culprit, int fault) {
    /// It is there from the start on.
    public static final int NO_FAULT = -1;

    public Expectation {
        kinds = Set.copyOf(kinds);
    }
}
