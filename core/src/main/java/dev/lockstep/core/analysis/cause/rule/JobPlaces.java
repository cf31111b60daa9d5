// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.CommunicatorInit;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which jobs a conclusion may be about: by its hosts, and by the hosts that speak in the files of its evidence.
///
/// @param jobs hosts of each job
/// @param hostsByFile hosts whose communicators are in a file
record JobPlaces(JobHosts jobs, Map<String, Set<String>> hostsByFile) {
    /// Longer than any time-out of a collective that is in use.
    private static final long APART_MILLIS = 6 * 3_600_000L;

    static JobPlaces of(Sightings sightings) {
        Map<String, Set<String>> hostsByFile = new HashMap<>();
        for (CommunicatorInit init : sightings.of(CommunicatorInit.class)) {
            init.subject()
                    .host()
                    .ifPresent(host -> hostsByFile
                            .computeIfAbsent(init.source().file(), file -> new TreeSet<>())
                            .add(host));
        }
        return new JobPlaces(JobHosts.of(sightings), hostsByFile);
    }

    /// Whether one of the others may be of the same job: it is, unless both are known to be of different ones.
    boolean hasOneOfItsJob(Conclusion conclusion, List<Conclusion> others) {
        BitSet mine = jobsOf(conclusion);
        return others.stream().anyMatch(other -> {
            BitSet theirs = jobsOf(other);
            boolean isMaybeSame = mine.isEmpty() || theirs.isEmpty();
            return isMaybeSame ? areNear(conclusion, other) : mine.intersects(theirs);
        });
    }

    /// Where no host tells the job: not on clocks that can be compared and say that hours lie between them.
    private static boolean areNear(Conclusion one, Conclusion other) {
        List<Moment> moments = moments(one);
        List<Moment> others = moments(other);
        return moments.isEmpty()
                || others.isEmpty()
                || moments.stream()
                        .anyMatch(mine -> others.stream()
                                .anyMatch(theirs -> !mine.isComparableTo(theirs)
                                        || Math.abs(mine.millis() - theirs.millis()) <= APART_MILLIS));
    }

    private static List<Moment> moments(Conclusion conclusion) {
        return conclusion.evidence().stream()
                .flatMap(each -> each.moment().stream())
                .toList();
    }

    private BitSet jobsOf(Conclusion conclusion) {
        Stream<String> named = Stream.concat(conclusion.culprits().stream(), conclusion.witnesses().stream())
                .map(Subject::host)
                .flatMap(Optional::stream);
        Stream<String> speaking = conclusion.evidence().stream()
                .flatMap(each -> hostsByFile.getOrDefault(each.source().file(), Set.of()).stream());
        BitSet numbers = new BitSet();
        Stream.concat(named, speaking).distinct().forEach(host -> {
            for (int job = 0; job < jobs.jobs().size(); job++) {
                if (jobs.jobs().get(job).contains(host)) {
                    numbers.set(job);
                }
            }
        });
        return numbers;
    }
}
