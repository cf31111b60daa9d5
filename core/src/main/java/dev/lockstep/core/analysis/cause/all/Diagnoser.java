// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.all;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.cause.end.FirstEnd;
import dev.lockstep.core.analysis.cause.rule.CallRule;
import dev.lockstep.core.analysis.cause.rule.ClueRule;
import dev.lockstep.core.analysis.cause.rule.Echoes;
import dev.lockstep.core.analysis.cause.rule.FirstCause;
import dev.lockstep.core.analysis.cause.rule.InitRule;
import dev.lockstep.core.analysis.cause.rule.Links;
import dev.lockstep.core.analysis.cause.rule.Merging;
import dev.lockstep.core.analysis.cause.rule.Placeless;
import dev.lockstep.core.analysis.cause.rule.RasAgreement;
import dev.lockstep.core.analysis.cause.rule.SameCulprit;
import dev.lockstep.core.analysis.cause.rule.SameGpu;
import dev.lockstep.core.analysis.cause.rule.SameProcess;
import dev.lockstep.core.analysis.cause.rule.UnequalRule;
import dev.lockstep.core.analysis.cause.rule.WatchdogRule;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Runs every rule over what was seen, then every refinement over what follows.
public final class Diagnoser {
    /// A new rule is a row here.
    private static final List<Rule> RULES =
            List.of(new ClueRule(), new WatchdogRule(), new InitRule(), new UnequalRule(), new CallRule());

    /// In this order: each sees what the one before it left.
    private static final List<Refinement> REFINEMENTS = List.of(
            new Merging(),
            new Placeless(),
            new SameGpu(),
            new SameProcess(),
            new Links(),
            new RasAgreement(),
            new FirstCause(),
            new Echoes(),
            new FirstEnd(),
            new SameCulprit());

    private Diagnoser() {}

    /// The verdict.
    public static Diagnosis diagnose(List<Sighting> seen) {
        Sightings sightings = new Sightings(seen);
        List<Conclusion> conclusions = new ArrayList<>();
        for (Rule rule : RULES) {
            conclusions.addAll(rule.judge(sightings));
        }
        for (Rule rule : DumpRules.all()) {
            conclusions.addAll(rule.judge(sightings));
        }
        for (Refinement refinement : DumpRules.refinements()) {
            conclusions = new ArrayList<>(refinement.refine(conclusions, sightings));
        }
        for (Refinement refinement : REFINEMENTS) {
            conclusions = new ArrayList<>(refinement.refine(conclusions, sightings));
        }
        conclusions.sort(Comparator.comparing(Conclusion::severity)
                .thenComparing(conclusion -> conclusion.signal().isAboutInput())
                .thenComparing(
                        Comparator.comparingDouble(Conclusion::confidence).reversed()));
        return new Diagnosis(conclusions, sightings.clues(Weight.ECHO), NotSeen.lines(sightings));
    }
}
