// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.match.Row;
import dev.lockstep.core.model.NcclFunction;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Keeps the latest operations of a job for those who want to look at one. Of each function of each communicator it
/// keeps one in a while, so that what is kept covers some time and costs little; the oldest of the job make room.
public final class RecentInstances implements Detector {
    /// Operations that are kept of a job.
    public static final int INSTANCES_MAX = 1_024;
    /// The same times their ranks.
    static final int CELLS_MAX = 1 << 18;
    /// At most one of a function of a communicator in this time.
    static final long EVERY_NANOS = Duration.ofMillis(100).toNanos();

    private final Deque<MatchedInstance> kept = new ArrayDeque<>();
    private final Map<CommunicatorKey, Map<NcclFunction, Long>> keptAt = new HashMap<>();
    private int cells;

    /// One for one job.
    public RecentInstances() {}

    /// Of an operation of which less than half of the ranks told, there is nothing to look at.
    @Override
    public void closed(CommunicatorState communicator, Row row, long nowNanos) {
        Map<NcclFunction, Long> at =
                keptAt.computeIfAbsent(communicator.key(), key -> new EnumMap<>(NcclFunction.class));
        Long before = at.get(row.function());
        if ((before != null && nowNanos - before < EVERY_NANOS) || 2 * row.reported() < row.ranks() || row.last() < 0) {
            return;
        }
        at.put(row.function(), nowNanos);
        kept.addLast(MatchedInstance.of(communicator.key(), row, nowNanos));
        cells += row.ranks();
        while (kept.size() > INSTANCES_MAX || (cells > CELLS_MAX && kept.size() > 1)) {
            cells -= kept.removeFirst().ranks();
        }
    }

    @Override
    public Figures figures() {
        return Figures.of(List.copyOf(kept));
    }

    @Override
    public List<Finding> examine(JobState job, long nowNanos) {
        return List.of();
    }
}
