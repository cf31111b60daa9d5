// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.connection.ConnectionCounters;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// One rank of a communicator as its process told of it last.
public final class MemberState {
    private final int commRank;
    private ProcessState process;
    private OptionalInt worldRank = OptionalInt.empty();
    private Optional<GpuIdentity> gpu = Optional.empty();
    private Progress progress = Progress.NONE;
    private List<OperationInFlight> inFlight = List.of();
    private List<ConnectionCounters> connections = List.of();
    private boolean ended;
    private long heardNanos;
    private long movedNanos;
    private long busyNanos;
    private long sizeBytes;

    MemberState(int commRank, ProcessState process, long nowNanos) {
        this.commRank = commRank;
        this.process = process;
        this.movedNanos = nowNanos;
    }

    void accept(CommunicatorFeed feed, ProcessState from, long nowNanos) {
        process = from;
        worldRank = feed.identity().worldRank();
        gpu = feed.identity().gpu();
        if (!progress.equals(feed.progress())) {
            movedNanos = nowNanos;
        }
        progress = feed.progress();
        inFlight = feed.inFlight();
        connections = feed.connections();
        ended |= feed.ended();
        heardNanos = nowNanos;
        busyNanos += feed.busyNanos();
        for (SeriesDelta series : feed.series()) {
            sizeBytes += series.sizeBytes();
        }
        from.isRank(worldRank);
    }

    /// Its rank in the communicator.
    public int commRank() {
        return commRank;
    }

    /// Its process.
    public ProcessState process() {
        return process;
    }

    /// Its rank in the job.
    public OptionalInt worldRank() {
        return worldRank;
    }

    /// The GPU that it runs on.
    public Optional<GpuIdentity> gpu() {
        return gpu;
    }

    /// How far it has come.
    public Progress progress() {
        return progress;
    }

    /// Its oldest operations that are not done, with their age when they were read.
    public List<OperationInFlight> inFlight() {
        return inFlight;
    }

    /// What its process told last of the network: deltas, and what is under way.
    public List<ConnectionCounters> connections() {
        return connections;
    }

    /// Whether it freed the communicator.
    public boolean ended() {
        return ended;
    }

    /// Whether it is still expected to take part: its process runs and it did not free the communicator.
    public boolean isLive() {
        return !ended && process.life() == ProcessLife.RUNNING;
    }

    /// When its process told of this communicator last, by the caller's clock.
    public long heardNanos() {
        return heardNanos;
    }

    /// When its progress was last seen to change, by the caller's clock.
    public long movedNanos() {
        return movedNanos;
    }

    /// Union of the spans of its operations since it was first heard of.
    public long busyNanos() {
        return busyNanos;
    }

    /// Bytes of its operations since it was first heard of.
    public long sizeBytes() {
        return sizeBytes;
    }

    /// Who it is.
    public Entity entity() {
        OptionalInt inComm = worldRank.isPresent() ? OptionalInt.empty() : OptionalInt.of(commRank);
        return new Entity(Optional.of(process.node()), gpu, worldRank, inComm, Optional.empty());
    }
}
