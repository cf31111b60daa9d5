// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.CommunicatorInit;
import dev.lockstep.core.analysis.clue.CommunicatorInit.Stage;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Communicators that ranks began to make and none finished. Set-up is collective: where one rank is through,
/// the others are, and a line is merely missing.
public final class InitRule implements Rule {
    /// Ranks that were not seen to begin are listed if they are at most so many. They are no culprits: a line
    /// that is not in the input proves nothing.
    private static final int ABSENT_NAMED_MAX = 16;

    /// The only state is in the argument.
    public InitRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        Map<String, List<CommunicatorInit>> byGroup = sightings.of(CommunicatorInit.class).stream()
                .collect(Collectors.groupingBy(
                        init -> init.subject().group().orElse(""), LinkedHashMap::new, Collectors.toList()));
        List<Conclusion> stuck = new ArrayList<>();
        byGroup.forEach((group, inits) -> {
            long started = count(inits, Stage.STARTED);
            long over = inits.size() - started;
            if (started > 0 && over == 0) {
                stuck.add(stuck(group, inits));
            }
        });
        return stuck;
    }

    /// One log that ends in the middle of a set-up may only be cut off there.
    private static boolean isSeenByMany(List<CommunicatorInit> inits) {
        return inits.stream()
                        .map(init ->
                                init.subject().host() + "/" + init.subject().pid())
                        .distinct()
                        .count()
                > 1;
    }

    private static long count(List<CommunicatorInit> inits, Stage stage) {
        return inits.stream().filter(init -> init.stage() == stage).count();
    }

    private static Conclusion stuck(String group, List<CommunicatorInit> inits) {
        int ranks =
                inits.stream().mapToInt(init -> init.ranks().orElse(0)).max().orElse(0);
        TreeSet<Integer> seen = new TreeSet<>();
        inits.forEach(init -> init.subject().groupRank().ifPresent(seen::add));
        long completed = count(inits, Stage.COMPLETED);
        Conclusion conclusion = Conclusion.of(
                        Signal.INIT_STUCK,
                        isSeenByMany(inits) ? Severity.P0 : Severity.P1,
                        "init|" + group,
                        "communicator " + group + " is being made and does not get on: " + seen.size() + " of " + ranks
                                + " ranks were seen to begin, " + completed + " to finish")
                .sure(0.7)
                .restingOn(inits.stream()
                        .map(init -> Exhibit.of(init, init.excerpt()))
                        .toList())
                .witnessedBy(inits.stream().map(CommunicatorInit::subject).toList())
                .with("comm", group)
                .with("nranks", ranks)
                .with("started", seen.size())
                .with("completed", completed)
                .next("the logs of all ranks with NCCL_DEBUG=INFO: which rank has no 'Init START'")
                .next("gdb -p PID -batch -ex 'thread apply all bt' on a rank that waits");
        TreeSet<Integer> absent = new TreeSet<>();
        IntStream.range(0, Math.min(ranks, 1 << 20))
                .filter(rank -> !seen.contains(rank))
                .forEach(absent::add);
        conclusion = absent.isEmpty() || absent.size() > ABSENT_NAMED_MAX
                ? conclusion
                : conclusion.with("ranks_not_seen", absent);
        return withHosts(conclusion, inits);
    }

    /// Unequal numbers of ranks on nodes are a known way into a deadlock.
    private static Conclusion withHosts(Conclusion conclusion, List<CommunicatorInit> inits) {
        Map<String, Long> byHost = inits.stream()
                .filter(init -> init.subject().host().isPresent())
                .collect(Collectors.groupingBy(
                        init -> init.subject().host().orElse(""), TreeMap::new, Collectors.counting()));
        TreeSet<Long> counts = new TreeSet<>(byHost.values());
        return counts.size() > 1
                ? conclusion.with(
                        "topology_note",
                        "ranks per node " + counts.stream().map(String::valueOf).collect(Collectors.joining("/"))
                                + " unequal")
                : conclusion;
    }
}
