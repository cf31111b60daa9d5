// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A process that fails says so several times: a call that failed, without a reason, and the reason. What has no reason
/// of its own goes to what has one on the same host. The event of a queue pair and the error of its work are one thing
/// too.
public final class SameProcess implements Refinement {
    private static final Set<String> CAUSES = Set.of("net", "gpu", "resource", "mismatch");

    /// The only state is in the arguments.
    public SameProcess() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        List<Conclusion> all = new ArrayList<>(conclusions);
        for (Conclusion vague : conclusions) {
            boolean isQueue = isOfQueuePair(vague);
            if (!isQueue && !isWithoutReason(vague)) {
                continue;
            }
            Optional<Conclusion> cause = all.stream()
                    .filter(each -> isCause(each, isQueue) && areOfOneHost(each, vague))
                    .findFirst();
            if (cause.isPresent()) {
                Conclusion one = cause.get();
                all.remove(vague);
                all.set(
                        all.indexOf(one),
                        ClueRule.together(one, vague).saying(one.sentence()).blaming(one.culprits()));
            }
        }
        return all;
    }

    /// A warning that no table knows, a call of the system that failed, or a test that broke off: of those only the
    /// class is known.
    private static boolean isWithoutReason(Conclusion conclusion) {
        return conclusion.signal() == Signal.INIT_FAILURE
                && (conclusion.incident().startsWith("failure|")
                        || conclusion.incident().startsWith("bench|"));
    }

    private static boolean isOfQueuePair(Conclusion conclusion) {
        List<String> events = conclusion.facts().keySet().stream()
                .filter(fact -> fact.startsWith("events."))
                .toList();
        return conclusion.signal() == Signal.NET_PORT_EVENT
                && !events.isEmpty()
                && events.stream().allMatch(event -> event.startsWith("events.QP "));
    }

    private static boolean isCause(Conclusion conclusion, boolean isOfQueuePair) {
        if (conclusion.severity() != Severity.P0) {
            return false;
        }
        return isOfQueuePair
                ? conclusion.signal() == Signal.NET_COMPLETION_ERROR
                : CAUSES.contains(conclusion.signal().family())
                        || (conclusion.signal() == Signal.INIT_FAILURE && !isWithoutReason(conclusion));
    }

    /// Where no host is known, lines of one file are of one.
    private static boolean areOfOneHost(Conclusion one, Conclusion other) {
        Set<String> hosts = hosts(one);
        Set<String> others = hosts(other);
        if (hosts.isEmpty() || others.isEmpty()) {
            Set<String> files = files(one);
            return files(other).stream().anyMatch(files::contains);
        }
        return others.stream().anyMatch(hosts::contains);
    }

    private static Set<String> hosts(Conclusion conclusion) {
        return Stream.concat(conclusion.culprits().stream(), conclusion.witnesses().stream())
                .map(Subject::host)
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
    }

    private static Set<String> files(Conclusion conclusion) {
        return conclusion.evidence().stream().map(each -> each.source().file()).collect(Collectors.toSet());
    }
}
