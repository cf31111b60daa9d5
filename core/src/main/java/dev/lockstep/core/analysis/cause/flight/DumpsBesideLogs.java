// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Where dumps, flight records or the brain speak of a hang, what logs say of the same hang is evidence for it and no
/// incident of its own: a log has the words of some ranks, a dump the counters of all groups. The same hang it is where
/// both name the same ranks, or where all whom the log names have left dumps.
public final class DumpsBesideLogs implements Refinement {
    private static final List<String> STRONG = List.of("flight|", "record|", "told|");
    private static final String RAS = "ras|";

    /// The only state is in the arguments.
    public DumpsBesideLogs() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        Set<Integer> dumped = sightings.of(FlightDump.class).stream()
                .filter(dump -> dump.condition() == FlightDump.Condition.READ)
                .flatMap(dump -> dump.rank().stream().boxed())
                .collect(Collectors.toCollection(TreeSet::new));
        List<Conclusion> refined = new ArrayList<>(conclusions);
        for (Conclusion strong : conclusions) {
            if (isStop(strong) && isStrong(strong)) {
                for (Conclusion other : conclusions) {
                    fold(refined, strong, other, dumped);
                }
            }
        }
        return refined;
    }

    private static boolean isStop(Conclusion conclusion) {
        String family = conclusion.signal().family();
        return conclusion.severity() == Severity.P0 && (family.equals("hang") || family.equals("mismatch"));
    }

    private static boolean isStrong(Conclusion conclusion) {
        return STRONG.stream().anyMatch(conclusion.incident()::startsWith);
    }

    private static void fold(List<Conclusion> refined, Conclusion strong, Conclusion other, Set<Integer> dumped) {
        boolean isOther = isStop(other)
                && !source(other).equals(source(strong))
                && !other.incident().startsWith(RAS)
                && refined.contains(other);
        int at = refined.stream().map(Conclusion::incident).toList().indexOf(strong.incident());
        if (isOther && at >= 0 && isSame(strong, other, dumped)) {
            refined.set(at, with(refined.get(at), other));
            refined.remove(other);
        }
    }

    private static String source(Conclusion conclusion) {
        return STRONG.stream()
                .filter(conclusion.incident()::startsWith)
                .findFirst()
                .orElse("");
    }

    private static boolean isSame(Conclusion strong, Conclusion other, Set<Integer> dumped) {
        Set<Integer> culprits = ranks(strong.culprits());
        Set<Integer> others = ranks(other.culprits());
        if (!culprits.isEmpty() && culprits.equals(others)) {
            return true;
        }
        boolean isOfDumped = strong.incident().startsWith("flight|")
                && !isStrong(other)
                && dumped.containsAll(ranks(other.witnesses()))
                && dumped.containsAll(others);
        return isOfDumped && (!culprits.isEmpty() || others.isEmpty());
    }

    private static Set<Integer> ranks(Collection<Subject> subjects) {
        return subjects.stream()
                .flatMap(subject -> subject.rank().stream().boxed())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Conclusion with(Conclusion strong, Conclusion other) {
        List<Exhibit> evidence = new ArrayList<>(strong.evidence());
        evidence.addAll(other.evidence());
        return strong.restingOn(evidence)
                .sure(Math.max(strong.confidence(), other.confidence()))
                .with("logs", other.sentence());
    }
}
