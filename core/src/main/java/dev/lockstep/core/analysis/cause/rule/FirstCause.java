// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Leaves the first cause and takes away what follows from it: a hang whose culprit nobody knows says nothing beside a
/// broken GPU, a full memory or a dead link; of several forms of a hang the one that names somebody stays; a set-up
/// that
/// does not get on is explained by the error that stopped it. What is known to be of another job explains nothing.
public final class FirstCause implements Refinement {
    private static final Set<Signal> VAGUE = Set.of(Signal.HANG_UNKNOWN, Signal.HANG_ALL_ENTERED);
    private static final Set<Signal> PRECISE = Set.of(
            Signal.HANG_RANK_NOT_ENTERED, Signal.HANG_GPU_STALL, Signal.MISMATCH_COLLECTIVE, Signal.MISMATCH_SIZE);
    private static final Set<String> CAUSES = Set.of("net", "gpu", "nvswitch", "resource");

    /// The only state is in the arguments.
    public FirstCause() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        List<Conclusion> left = new ArrayList<>(conclusions);
        JobPlaces places = JobPlaces.of(sightings);
        List<Conclusion> failures = left.stream().filter(FirstCause::isFailure).toList();
        List<Conclusion> hangs = left.stream()
                .filter(each -> each.signal() == Signal.HANG_ALL_ENTERED)
                .toList();
        List<Conclusion> unclear =
                left.stream().filter(each -> VAGUE.contains(each.signal())).toList();
        takeCallSite(left);
        left.removeIf(each -> VAGUE.contains(each.signal()) && places.hasOneOfItsJob(each, failures));
        left.removeIf(each -> each.signal() == Signal.HANG_UNKNOWN && places.hasOneOfItsJob(each, hangs));
        left.removeIf(each -> each.signal() == Signal.HANG_WATCHDOG_STUCK
                && (places.hasOneOfItsJob(each, failures) || places.hasOneOfItsJob(each, unclear)));
        left.removeIf(each -> each.signal() == Signal.INIT_STUCK
                && each.incident().startsWith("init|")
                && places.hasOneOfItsJob(each, failures));
        return left;
    }

    private static boolean isCause(Conclusion conclusion) {
        return conclusion.severity() == Severity.P0
                && (CAUSES.contains(conclusion.signal().family()) || conclusion.signal() == Signal.INIT_FAILURE);
    }

    private static boolean isPrecise(Conclusion conclusion) {
        return conclusion.severity() == Severity.P0 && PRECISE.contains(conclusion.signal());
    }

    private static boolean isFailure(Conclusion conclusion) {
        return isCause(conclusion) || isPrecise(conclusion);
    }

    /// The stack of a failed collective has no group and no number; what it knows goes to the hang that has.
    private static void takeCallSite(List<Conclusion> left) {
        List<Conclusion> stacks =
                left.stream().filter(each -> each.incident().equals("stack")).toList();
        List<Conclusion> hangs = left.stream()
                .filter(each -> each.severity() == Severity.P0
                        && !each.incident().equals("stack")
                        && (each.signal().family().equals("hang")
                                || each.signal().family().equals("mismatch")))
                .toList();
        if (stacks.isEmpty() || hangs.isEmpty()) {
            return;
        }
        left.removeAll(stacks);
        Conclusion hang = hangs.getFirst();
        left.set(left.indexOf(hang), hang.with("call_site", stacks.getFirst().fact("call_site")));
    }
}
