// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.writer;

import java.util.Map;
import java.util.TreeMap;

/// What the header says about a process. Absent ranks and sizes are -1, absent texts empty.
public record ProcessFacts(
        int processId,
        long startTicks,
        String host,
        String bootId,
        int ncclVersion,
        int profilerApi,
        long anchorMonotonicNanos,
        long anchorWallNanos,
        int worldSize,
        int worldRank,
        Map<String, String> environment) {
    private static final int NCCL_2_30_7 = 23_007;
    private static final int PROFILER_API = 6;
    private static final long WALL_NANOS = 1_796_000_000_000_000_000L;
    private static final int ABSENT = -1;

    public ProcessFacts {
        environment = Map.copyOf(environment);
    }

    /// A process outside of any job.
    public static ProcessFacts of(int processId) {
        return new ProcessFacts(
                processId,
                100L + processId,
                "node-a",
                "",
                NCCL_2_30_7,
                PROFILER_API,
                0,
                WALL_NANOS,
                ABSENT,
                ABSENT,
                Map.of());
    }

    /// The same process as a rank of a job.
    public ProcessFacts asRank(int rank, int ofRanks) {
        return new ProcessFacts(
                processId,
                startTicks,
                host,
                bootId,
                ncclVersion,
                profilerApi,
                anchorMonotonicNanos,
                anchorWallNanos,
                ofRanks,
                rank,
                environment);
    }

    /// The same process with a variable more in its environment.
    public ProcessFacts with(String variable, String value) {
        Map<String, String> more = new TreeMap<>(environment);
        more.put(variable, value);
        return new ProcessFacts(
                processId,
                startTicks,
                host,
                bootId,
                ncclVersion,
                profilerApi,
                anchorMonotonicNanos,
                anchorWallNanos,
                worldSize,
                worldRank,
                more);
    }

    /// The same process after another start of the machine.
    public ProcessFacts onBoot(String id) {
        return new ProcessFacts(
                processId,
                startTicks,
                host,
                id,
                ncclVersion,
                profilerApi,
                anchorMonotonicNanos,
                anchorWallNanos,
                worldSize,
                worldRank,
                environment);
    }

    /// Another process that got the same pid.
    public ProcessFacts startedAt(long ticks) {
        return new ProcessFacts(
                processId,
                ticks,
                host,
                bootId,
                ncclVersion,
                profilerApi,
                anchorMonotonicNanos,
                anchorWallNanos,
                worldSize,
                worldRank,
                environment);
    }
}
