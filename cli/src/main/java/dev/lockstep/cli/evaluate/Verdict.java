// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import dev.lockstep.cli.evaluate.cases.Case;
import dev.lockstep.cli.evaluate.cases.Expectation;
import dev.lockstep.core.analysis.incident.Incident;
import java.util.List;

/// What the analysis made of one case.
///
/// @param missed faults that were not named
/// @param wrong incidents that would have woken somebody for nothing or for another reason
/// @param notices what was noticed and woke nobody
record Verdict(Case run, List<Named> named, List<Expectation> missed, List<Incident> wrong, List<Incident> notices) {
    /// A fault that was named.
    ///
    /// @param nanos from its onset until a right incident was open
    /// @param suspectNanos from its onset until it was suspected
    record Named(Expectation expectation, long nanos, long suspectNanos) {}

    Verdict {
        named = List.copyOf(named);
        missed = List.copyOf(missed);
        wrong = List.copyOf(wrong);
        notices = List.copyOf(notices);
    }

    boolean isRight() {
        return missed.isEmpty() && wrong.isEmpty();
    }
}
