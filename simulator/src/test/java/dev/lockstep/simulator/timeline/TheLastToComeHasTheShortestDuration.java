// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.topology.Communicator;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Where ends align, the rank that comes last by more than ends differ has the shortest duration,
/// and a longer duration is an earlier start.
final class TheLastToComeHasTheShortestDuration implements Invariant {
    private static final long TAIL_NANOS = 1_000;

    private record Meeting(Communicator communicator, int step, int meeting) {}

    @Override
    public void check(Cluster cluster, List<StepRun> steps) {
        for (StepRun step : steps) {
            Map<Meeting, List<GroupRun>> meetings = step.byRank().stream()
                    .flatMap(List::stream)
                    .filter(TheLastToComeHasTheShortestDuration::aligns)
                    .collect(Collectors.groupingBy(run -> new Meeting(
                            run.launch().communicator(),
                            run.step(),
                            run.numbering().meeting())));
            meetings.values().forEach(TheLastToComeHasTheShortestDuration::checkMeeting);
        }
    }

    private static boolean aligns(GroupRun run) {
        NcclFunction function = run.launch().calls().getFirst().function();
        return !function.isPointToPoint() && function != NcclFunction.BROADCAST;
    }

    private static void checkMeeting(List<GroupRun> runs) {
        GroupRun last =
                runs.stream().max(Comparator.comparingLong(GroupRun::start)).orElseThrow();
        for (GroupRun run : runs) {
            assertThat(duration(last)).isLessThanOrEqualTo(duration(run) + TAIL_NANOS);
            long earlier = last.start() - run.start();
            assertThat(duration(run) - duration(last)).isBetween(earlier - TAIL_NANOS, earlier + TAIL_NANOS);
        }
    }

    private static long duration(GroupRun run) {
        return run.endNanos().orElseThrow() - run.startNanos().orElseThrow();
    }
}
