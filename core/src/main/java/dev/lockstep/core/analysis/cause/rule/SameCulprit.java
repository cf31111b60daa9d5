// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Groups that wait for the same ranks are one incident, whatever each waits in.
public final class SameCulprit implements Refinement {
    /// The only state is in the arguments.
    public SameCulprit() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        Map<String, String> incidents = new HashMap<>();
        List<Conclusion> all = new ArrayList<>();
        for (Conclusion each : conclusions) {
            boolean isNamed = each.signal() == Signal.HANG_RANK_NOT_ENTERED
                    && each.severity() == Severity.P0
                    && !each.culprits().isEmpty()
                    && each.culprits().stream()
                            .allMatch(culprit -> culprit.rank().isPresent());
            all.add(isNamed ? each.in(incidents.computeIfAbsent(ranks(each), ranks -> each.incident())) : each);
        }
        return all;
    }

    private static String ranks(Conclusion conclusion) {
        return conclusion.culprits().stream()
                .map(Subject::rank)
                .map(rank -> String.valueOf(rank.orElse(-1)))
                .sorted()
                .distinct()
                .collect(Collectors.joining(" "));
    }
}
