// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Where another source names the ranks that RAS sees behind, RAS is evidence for that and no incident of its own. Its
/// counts and the other's numbers count different things and are not compared. RAS names ranks of a communicator, so
/// this holds for communicators of the whole group only, as far as their size is known.
public final class RasAsEvidence implements Refinement {
    /// Stateless.
    public RasAsEvidence() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        List<Conclusion> refined = new ArrayList<>(conclusions);
        for (Conclusion ras : conclusions) {
            if (isAboutRanksBehind(ras)) {
                Optional<Conclusion> other = conclusions.stream()
                        .filter(one ->
                                isHangOfOthers(one) && ranks(one.culprits()).equals(ranks(ras.culprits())))
                        .findFirst();
                other.ifPresent(found -> {
                    refined.remove(ras);
                    refined.replaceAll(one -> one.equals(found) ? with(one, ras) : one);
                });
            }
        }
        return refined;
    }

    private static boolean isAboutRanksBehind(Conclusion conclusion) {
        boolean isBehind =
                conclusion.signal() == Signal.RAS_STRAGGLER || conclusion.signal() == Signal.HANG_RANK_NOT_ENTERED;
        return isBehind
                && conclusion.incident().startsWith("ras|")
                && !conclusion.culprits().isEmpty();
    }

    private static boolean isHangOfOthers(Conclusion conclusion) {
        return conclusion.signal().family().equals("hang")
                && !conclusion.incident().startsWith("ras|");
    }

    private static Set<Integer> ranks(List<Subject> subjects) {
        return subjects.stream()
                .map(subject -> subject.rank().orElse(subject.groupRank().orElse(-1)))
                .collect(Collectors.toSet());
    }

    private static Conclusion with(Conclusion hang, Conclusion ras) {
        List<Exhibit> evidence = new ArrayList<>(hang.evidence());
        evidence.addAll(ras.evidence());
        return hang.restingOn(evidence).sure(Math.max(hang.confidence(), 0.95)).with("ras", ras.sentence());
    }
}
