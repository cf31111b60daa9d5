// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import java.util.List;

/// The verdict over an input.
///
/// @param conclusions the worst first; the first is the verdict
/// @param echoes what followed from them and is blamed on nobody
/// @param unseen what of the input was not read, and why
public record Diagnosis(List<Conclusion> conclusions, List<Clue> echoes, List<String> unseen) {
    public Diagnosis {
        conclusions = List.copyOf(conclusions);
        echoes = List.copyOf(echoes);
        unseen = List.copyOf(unseen);
    }

    /// The worst severity of the job, {@link Severity#INFO} if nothing is wrong.
    public Severity severity() {
        return conclusions.stream()
                .filter(Conclusion::isIncident)
                .map(Conclusion::severity)
                .min(Severity::compareTo)
                .orElse(Severity.INFO);
    }

    /// How many things are wrong.
    public long incidents() {
        return conclusions.stream()
                .filter(Conclusion::isIncident)
                .map(Conclusion::incident)
                .distinct()
                .count();
    }
}
