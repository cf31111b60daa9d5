// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.NcclFunction;
import java.util.List;

/// What a job's time went to, since it was first heard of.
///
/// @param ranks by GPU
/// @param transfers by communicator and function
/// @param steps how long steps took, where steps are known; a mean over those of one span
/// @param instances the latest operations that are kept, the oldest first
public record Figures(
        List<RankTime> ranks, List<Transfers> transfers, DurationHistogram steps, List<MatchedInstance> instances) {
    /// Nothing is known.
    public static final Figures NONE = new Figures(List.of(), List.of(), DurationHistogram.EMPTY, List.of());

    public Figures {
        ranks = List.copyOf(ranks);
        transfers = List.copyOf(transfers);
        instances = List.copyOf(instances);
    }

    /// Of nothing but these operations.
    public static Figures of(List<MatchedInstance> instances) {
        return new Figures(List.of(), List.of(), DurationHistogram.EMPTY, instances);
    }

    /// Both together; each thing is known to one of them at most.
    public Figures plus(Figures that) {
        return new Figures(
                ranks.isEmpty() ? that.ranks : ranks,
                transfers.isEmpty() ? that.transfers : transfers,
                steps.count() == 0 ? that.steps : steps,
                instances.isEmpty() ? that.instances : instances);
    }

    /// One GPU.
    ///
    /// @param waitSeconds it waited in kernels for others
    /// @param lostGpuSeconds others waited for it while it was named; an upper bound, since they may have
    ///     computed beside
    public record RankTime(Entity entity, double waitSeconds, double lostGpuSeconds) {}

    /// One function of one communicator, by the last rank to come.
    public record Transfers(CommunicatorKey communicator, NcclFunction function, DurationHistogram durations) {}
}
