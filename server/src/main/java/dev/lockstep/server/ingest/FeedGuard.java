// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.Sampling;
import dev.lockstep.core.model.CommunicatorIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Believes nothing that a batch says. What a job wrote and cannot be true costs that job its process or its record;
/// what the agent itself says wrong costs the batch. Any thread.
final class FeedGuard {
    private static final long OPERATION_NANOS_MAX = IngestLimits.OPERATION_MAX.toNanos();
    private static final long AHEAD_NANOS_MAX = IngestLimits.AHEAD_MAX.toNanos();
    private static final long BEHIND_NANOS_MAX = IngestLimits.BEHIND_MAX.toNanos();

    private final IngestCounters counters;

    FeedGuard(IngestCounters counters) {
        this.counters = counters;
    }

    /// What is wrong with what the agent says of itself; absent if nothing is.
    static Optional<String> problem(NodeFeed feed) {
        if (!isLabel(feed.node()) || !isLabel(feed.agent())) {
            return Optional.of("node and agent must be texts of 1 to " + IngestLimits.LABEL_LENGTH_MAX + " characters");
        }
        if (feed.batch() < 1) {
            return Optional.of("batches are numbered from 1: " + feed.batch());
        }
        if (feed.sampling() < 0 || feed.sampling() > Sampling.EXPONENT_MAX) {
            return Optional.of("no such sampling: " + feed.sampling());
        }
        return Optional.empty();
    }

    /// The batch without what cannot be believed.
    NodeFeed believable(NodeFeed feed, long wallNanos) {
        List<ProcessFeed> processes = new ArrayList<>(feed.processes().size());
        for (ProcessFeed process : feed.processes()) {
            if (isBelievable(process)) {
                processes.add(process);
                distrustStamps(process);
            }
        }
        long ahead = feed.wallNanos() - wallNanos;
        boolean isNear = ahead <= AHEAD_NANOS_MAX && ahead >= -BEHIND_NANOS_MAX;
        if (!isNear) {
            counters.refused(PartRefusal.NODE_CLOCK, 1);
        }
        if (isNear && processes.size() == feed.processes().size()) {
            return feed;
        }
        return new NodeFeed(
                feed.node(),
                feed.agent(),
                feed.batch(),
                isNear ? feed.wallNanos() : wallNanos,
                feed.monotonicNanos(),
                feed.sampling(),
                processes,
                feed.losses(),
                feed.hardware());
    }

    private boolean isBelievable(ProcessFeed process) {
        boolean isGood = isLabel(process.jobId())
                && process.incarnation().map(FeedGuard::isText).orElse(true)
                && process.ncclVersion().map(FeedGuard::isText).orElse(true)
                && isText(process.key().bootId())
                && isNumberOfRanks(process.worldSize().orElse(1))
                && areBelievable(process.communicators());
        if (!isGood) {
            counters.refused(PartRefusal.IDENTITY, 1);
        }
        return isGood;
    }

    private static boolean areBelievable(List<CommunicatorFeed> communicators) {
        for (CommunicatorFeed communicator : communicators) {
            if (!isBelievable(communicator.identity())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isBelievable(CommunicatorIdentity communicator) {
        int ranks = communicator.ranks().orElse(IngestLimits.RANKS_MAX);
        return isLabel(communicator.id())
                && isText(communicator.name())
                && isNumberOfRanks(ranks)
                && isRank(communicator.commRank().orElse(0), ranks)
                && isRank(communicator.worldRank().orElse(0), IngestLimits.RANKS_MAX)
                && isNumberOfRanks(communicator.nodes().orElse(1));
    }

    private static boolean isNumberOfRanks(int ranks) {
        return ranks >= 1 && ranks <= IngestLimits.RANKS_MAX;
    }

    private static boolean isRank(int rank, int ranks) {
        return rank >= 0 && rank < ranks;
    }

    private static boolean isLabel(String text) {
        return !text.isBlank() && isText(text);
    }

    private static boolean isText(String text) {
        if (text.length() > IngestLimits.LABEL_LENGTH_MAX) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /// Takes the mark that its stamps can be believed from each record whose stamps cannot be true.
    private void distrustStamps(ProcessFeed process) {
        long distrusted = 0;
        for (CommunicatorFeed communicator : process.communicators()) {
            for (OperationColumns columns : communicator.operations()) {
                distrusted += distrustStamps(columns);
            }
        }
        if (distrusted > 0) {
            counters.refused(PartRefusal.CLOCK, distrusted);
        }
    }

    private static long distrustStamps(OperationColumns columns) {
        long distrusted = 0;
        for (int i = 0; i < columns.count(); i++) {
            if (columns.isTimed(i) && !isPossible(columns, i)) {
                columns.flags()[i] &= ~OperationColumns.TIMED;
                distrusted++;
            }
        }
        return distrusted;
    }

    /// Stamps before the clock began, an end before its begin, and more than {@link IngestLimits#OPERATION_MAX} are
    /// not.
    private static boolean isPossible(OperationColumns columns, int i) {
        long start = columns.startNanos()[i];
        long duration = columns.durationNanos(i);
        return start >= 0 && duration >= 0 && duration <= OPERATION_NANOS_MAX;
    }
}
