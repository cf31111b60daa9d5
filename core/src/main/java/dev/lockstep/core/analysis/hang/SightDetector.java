// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.Detector;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.SeriesDelta;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// Says that too little of a job is seen to judge it: agents that fell silent, ranks that never showed, records
/// that are lost. It never says anything about what is not seen.
public final class SightDetector implements Detector {
    private static final double SURE = 0.9;
    private static final double SECOND = 1e9;
    /// Weight of what came before, at each look: about a minute counts.
    private static final double MEMORY = 0.98;
    /// Operations a minute below which losses say nothing.
    private static final double OPERATIONS_MIN = 100;

    private final HangSettings settings;
    private double operations;
    private double losses;

    /// For one job.
    public SightDetector(HangSettings settings) {
        this.settings = settings;
    }

    @Override
    public void accept(JobState job, ProcessState process, ProcessFeed feed, long nowNanos) {
        for (long lost : feed.losses().values()) {
            losses += Math.max(0, lost);
        }
        for (CommunicatorFeed communicator : feed.communicators()) {
            for (SeriesDelta series : communicator.series()) {
                operations += Math.max(0, series.calls());
            }
        }
    }

    @Override
    public List<Finding> examine(JobState job, long nowNanos) {
        operations *= MEMORY;
        losses *= MEMORY;
        if (job.hasEnded()) {
            return List.of();
        }
        int living = 0;
        int unseen = 0;
        long silentNanos = 0;
        long wallNanos = 0;
        Set<String> nodes = new TreeSet<>();
        for (ProcessState process : job.processes()) {
            living++;
            wallNanos = Math.max(wallNanos, process.wallNanos());
            long silent = nowNanos - process.heardNanos();
            if (process.life() == ProcessLife.RUNNING && silent >= settings.sightNanos()) {
                unseen++;
                silentNanos = Math.max(silentNanos, silent);
                nodes.add(process.node());
            }
        }
        List<String> facts = new ArrayList<>();
        if (unseen > 0) {
            facts.add("nothing is heard of %d of %d processes, on %s, for up to %.0f s"
                    .formatted(unseen, living, String.join(", ", nodes), silentNanos / SECOND));
        }
        int seen = seenRanks(job, living);
        int missing = job.worldSize().orElse(0) - seen;
        if (missing > 0 && nowNanos - job.firstHeardNanos() >= settings.sightNanos()) {
            facts.add("%d of %d ranks never showed: no agent on their nodes, or no plugin in them"
                    .formatted(missing, job.worldSize().orElse(0)));
        }
        double all = Math.max(operations, losses);
        if (all >= OPERATIONS_MIN && losses > settings.lossShare() * all) {
            facts.add("%.0f %% of the operations' records are lost".formatted(100 * losses / all));
        }
        if (facts.isEmpty()) {
            return List.of();
        }
        int expected = Math.max(seen, job.worldSize().orElse(0));
        double heard = (double) (living - unseen) / Math.max(1, living);
        double coverage = expected == 0 ? 1 : heard * seen / expected;
        return List.of(finding(job, nodes, facts, coverage, wallNanos - silentNanos));
    }

    /// A process may have several ranks, as with a GPU a thread: they are counted where processes alone are too few.
    private static int seenRanks(JobState job, int processes) {
        int expected = job.worldSize().orElse(0);
        if (processes >= expected) {
            return processes;
        }
        BitSet ranks = new BitSet(expected);
        for (CommunicatorState communicator : job.communicators()) {
            for (MemberState member : communicator.eachMember()) {
                int rank = member.worldRank().orElse(expected);
                if (rank >= 0 && rank < expected) {
                    ranks.set(rank);
                }
            }
        }
        return Math.max(processes, ranks.cardinality());
    }

    private static Finding finding(
            JobState job, Set<String> nodes, List<String> facts, double coverage, long onsetWallNanos) {
        return new Finding(
                FindingKind.LOSS_OF_SIGHT,
                job.key(),
                nodes.stream().map(Entity::ofNode).toList(),
                Severity.P2,
                SURE,
                onsetWallNanos,
                1 - coverage,
                "of the ranks",
                new Evidence("", "", OptionalLong.empty(), 0, coverage, Map.of(), facts),
                "See whether the agent runs on each node of the job and whether Lockstep's plugin is loaded in each"
                        + " rank.");
    }
}
