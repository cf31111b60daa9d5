// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.List;

/// What is told once with its place and once without is one thing: `slurmstepd` says that something of a step was
/// killed, `srun` says on which host. Keys of incidents end with the place; where it is not known, with the bar. What
/// a framework repeats of an error has no place at all.
public final class Placeless implements Refinement {
    /// The only state is in the arguments.
    public Placeless() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        List<Conclusion> all = new ArrayList<>(conclusions);
        for (Conclusion placeless : conclusions) {
            boolean isRepeated = isRepeated(placeless);
            if ((!placeless.incident().endsWith("|") && !isRepeated) || !placeless.isIncident()) {
                continue;
            }
            String beginning = isRepeated ? stem(placeless) : placeless.incident();
            List<Conclusion> placed = all.stream()
                    .filter(other -> other.signal() == placeless.signal()
                            && !other.incident().equals(placeless.incident())
                            && other.incident().startsWith(beginning))
                    .toList();
            if (placed.size() == 1 || (isRepeated && !placed.isEmpty())) {
                Conclusion one = placed.getFirst();
                all.remove(placeless);
                all.set(all.indexOf(one), ClueRule.together(one, placeless).blaming(one.culprits()));
            }
        }
        return all;
    }

    private static boolean isRepeated(Conclusion conclusion) {
        return conclusion.incident().contains("||")
                && conclusion.culprits().stream().allMatch(Subject.NONE::equals);
    }

    private static String stem(Conclusion conclusion) {
        return conclusion.incident().substring(0, conclusion.incident().indexOf('|') + 1);
    }
}
