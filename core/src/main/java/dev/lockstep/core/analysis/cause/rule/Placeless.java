// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import java.util.ArrayList;
import java.util.List;

/// What is told once with its place and once without is one thing: `slurmstepd` says that something of a step was
/// killed, `srun` says on which host. Keys of incidents end with the place; where it is not known, with the bar.
public final class Placeless implements Refinement {
    /// The only state is in the arguments.
    public Placeless() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        List<Conclusion> all = new ArrayList<>(conclusions);
        for (Conclusion placeless : conclusions) {
            if (!placeless.incident().endsWith("|") || !placeless.isIncident()) {
                continue;
            }
            List<Conclusion> placed = all.stream()
                    .filter(other -> other.signal() == placeless.signal()
                            && !other.incident().equals(placeless.incident())
                            && other.incident().startsWith(placeless.incident()))
                    .toList();
            if (placed.size() == 1) {
                Conclusion one = placed.getFirst();
                all.remove(placeless);
                all.set(all.indexOf(one), ClueRule.together(one, placeless).blaming(one.culprits()));
            }
        }
        return all;
    }
}
