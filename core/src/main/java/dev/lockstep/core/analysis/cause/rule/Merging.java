// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes one conclusion of those of several rules that say the same of the same thing; the surer one names the
/// culprits.
public final class Merging implements Refinement {
    /// The only state is in the arguments.
    public Merging() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        Map<String, Conclusion> byKey = new LinkedHashMap<>();
        for (Conclusion conclusion : conclusions) {
            String key = conclusion.signal().text() + "|"
                    + conclusion.severity().label().startsWith("i") + "|" + conclusion.incident();
            byKey.merge(key, conclusion, Merging::surerFirst);
        }
        return new ArrayList<>(byKey.values());
    }

    private static Conclusion surerFirst(Conclusion one, Conclusion other) {
        boolean isOneSurer = one.confidence() >= other.confidence();
        Conclusion surer = isOneSurer ? one : other;
        Conclusion lesser = isOneSurer ? other : one;
        return ClueRule.together(surer, lesser).saying(surer.sentence()).blaming(surer.culprits());
    }
}
