// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.brain;

import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.job.Figures;
import dev.lockstep.core.analysis.job.JobIdentity;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.role.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What is known of all jobs at a moment, for those who show it.
///
/// @param refused what was refused or left out since the start, by reason
public record BrainView(List<JobView> jobs, Map<String, Long> refused) {
    public BrainView {
        jobs = List.copyOf(jobs);
        refused = Map.copyOf(refused);
    }

    /// One job.
    ///
    /// @param identity how it showed itself first
    /// @param sampling the k that the operations of its latest batch were kept by
    /// @param heardNanos when anything was heard of it last, by the caller's clock
    public record JobView(
            JobKey key,
            JobIdentity identity,
            OptionalInt worldSize,
            boolean ended,
            int sampling,
            long heardNanos,
            List<ProcessView> processes,
            List<CommunicatorView> communicators,
            Figures figures,
            Matched matched) {
        public JobView {
            processes = List.copyOf(processes);
            communicators = List.copyOf(communicators);
        }
    }

    /// What became of the operations that its ranks told of one by one.
    ///
    /// @param records that came
    /// @param complete operations of which every rank told its time
    /// @param partial operations that were closed without some ranks
    /// @param late records that came after their operation was closed
    public record Matched(long records, long complete, long partial, long late) {}

    /// One process of a job.
    public record ProcessView(String node, long processId, ProcessLife life, OptionalInt rank, long heardNanos) {}

    /// One communicator of a job.
    ///
    /// @param heard of how many of its ranks anything was heard
    public record CommunicatorView(
            String id,
            int hashOrdinal,
            String name,
            Optional<Role> role,
            int ranks,
            int heard,
            List<RankView> members) {
        public CommunicatorView {
            members = List.copyOf(members);
        }
    }

    /// One rank of a communicator.
    public record RankView(
            int commRank,
            OptionalInt rank,
            String node,
            Optional<GpuIdentity> gpu,
            Progress progress,
            boolean live,
            long heardNanos,
            long busyNanos) {}
}
