// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.logs;

import static dev.lockstep.simulator.logs.LogWords.SECOND;

import dev.lockstep.simulator.feed.NodeAgents;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What srun prints of a job with a task a rank: who ended how, first the ones that ended first.
final class LauncherLog {
    private static final String JOB = "8812";

    private final JobStory story;
    private final List<String> lines = new ArrayList<>();

    private LauncherLog(JobStory story) {
        this.story = story;
    }

    static List<String> of(JobStory story) {
        LauncherLog log = new LauncherLog(story);
        if (story.firstKilledNanos().isPresent()) {
            log.ended("Killed", rank -> rank.killedNanos().isPresent());
            log.cancelled(story.firstKilledNanos().getAsLong() + SECOND);
            log.ended("Terminated", rank -> rank.killedNanos().isEmpty());
        } else if (story.stuckSetup().isPresent()) {
            int culprit = story.stuckSetup().get().rank();
            log.ended("Exited with exit code 1", rank -> rank.rank() != culprit);
            log.cancelled(LogWords.TIMEOUT_MILLIS * LogWords.MILLI);
            log.ended("Terminated", rank -> rank.rank() == culprit);
        } else if (story.hasStopped()) {
            log.ended("Aborted (core dumped)", rank -> rank.firstOpen().isPresent());
            log.ended("Terminated", rank -> rank.firstOpen().isEmpty());
        }
        return log.lines;
    }

    private void cancelled(long nanos) {
        lines.add("srun: Terminating StepId=" + JOB + ".0");
        lines.add("slurmstepd: error: *** STEP " + JOB + ".0 ON " + NodeAgents.name(0) + " CANCELLED AT "
                + LogWords.iso(nanos) + " ***");
    }

    private void ended(String how, Predicate<RankStory> which) {
        for (int node = 0; node < story.cluster().layout().nodes(); node++) {
            int of = node;
            List<Integer> ranks = story.ranks().stream()
                    .filter(which)
                    .map(RankStory::rank)
                    .filter(rank -> story.cluster().layout().node(rank) == of)
                    .toList();
            if (!ranks.isEmpty()) {
                String tasks = ranks.stream().map(String::valueOf).collect(Collectors.joining(","));
                lines.add("srun: error: " + NodeAgents.name(node) + (ranks.size() == 1 ? ": task " : ": tasks ") + tasks
                        + ": " + how);
            }
        }
    }
}
