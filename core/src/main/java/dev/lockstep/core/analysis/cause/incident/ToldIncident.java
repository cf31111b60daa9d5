// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.incident;

import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An incident as the brain told it.
///
/// @param isSure false for one that was only suspected, or that a person called false
/// @param facts by name, as the brain's JSON has them: `kind`, `comm`, `seq`, `state`
public record ToldIncident(
        Source source,
        String id,
        FindingKind kind,
        Severity severity,
        boolean isSure,
        List<Subject> culprits,
        double confidence,
        String title,
        String nextStep,
        Optional<Moment> start,
        Map<String, String> facts)
        implements Detail {
    public ToldIncident {
        culprits = List.copyOf(culprits);
        facts = Map.copyOf(facts);
    }
}
