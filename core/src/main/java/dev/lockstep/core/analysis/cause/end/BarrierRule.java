// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.end;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Who did not come to a barrier in which the others gave up. The store counts who came: where the lines name as many
/// ranks as it counted, the ones that they do not name are those who are missing, whether their logs are here or not.
public final class BarrierRule implements Rule {
    /// More that are missing are not named.
    private static final int NAMED_MAX = 64;

    /// The only state is in the argument.
    public BarrierRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        Map<Integer, List<BarrierSeen>> byKey = new TreeMap<>(
                sightings.of(BarrierSeen.class).stream().collect(Collectors.groupingBy(BarrierSeen::key)));
        List<Conclusion> conclusions = new ArrayList<>();
        for (Map.Entry<Integer, List<BarrierSeen>> each : byKey.entrySet()) {
            if (each.getValue().stream().anyMatch(BarrierSeen::isTimedOut)) {
                conclusions.add(stuck(each.getKey(), each.getValue()));
            }
        }
        return conclusions;
    }

    private static Conclusion stuck(int key, List<BarrierSeen> seen) {
        int size = seen.stream().mapToInt(each -> each.size().orElse(0)).max().orElse(0);
        int joined =
                seen.stream().mapToInt(each -> each.joined().orElse(0)).max().orElse(0);
        TreeSet<Integer> came = new TreeSet<>();
        seen.forEach(each -> came.add(each.rank()));
        boolean isSure = came.size() == joined && joined < size && size - joined <= NAMED_MAX && came.last() < size;
        TreeSet<Integer> absent = new TreeSet<>();
        IntStream.range(0, isSure ? size : 0)
                .filter(rank -> !came.contains(rank))
                .forEach(absent::add);
        List<BarrierSeen> timedOut =
                seen.stream().filter(BarrierSeen::isTimedOut).toList();
        String words = joined + " of " + size + " ranks came to the barrier in which process group " + key + " is made"
                + (isSure ? ", ranks " + absent + " did not" : "");
        return Conclusion.of(Signal.INIT_STUCK, Severity.P0, "barrier|" + key, words)
                .blaming(isSure ? absent.stream().map(Subject::ofRank).toList() : List.of())
                .witnessedBy(came.stream().map(Subject::ofRank).toList())
                .sure(isSure ? 0.9 : 0.7)
                .restingOn(timedOut.stream()
                        .map(each -> Exhibit.of(each, each.excerpt()))
                        .toList())
                .with("phase", "store-based barrier")
                .with("nranks", size)
                .with("started", joined)
                .with("culprit_ranks", isSure ? absent : List.of())
                .next(
                        "py-spy dump of the ranks that did not come, or their logs: they are dead, late or in other code");
    }
}
