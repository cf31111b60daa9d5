// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.connection.ConnectionCounters;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One rank of a communicator as its process told of it last. There are several of each rank of a job, and each second
/// all of them are told of: their numbers lie in them.
public final class MemberState {
    /// Of what is not known; no rank and no ordinal is that.
    private static final int NO_RANK = Integer.MIN_VALUE;

    private static final long NO_ORDINAL = Long.MIN_VALUE;

    private final CommunicatorState communicator;
    private final int commRank;
    private ProcessState process;
    private int worldRank = NO_RANK;
    private Optional<GpuIdentity> gpu = Optional.empty();
    private long enqueued = NO_ORDINAL;
    private long started = NO_ORDINAL;
    private long finished = NO_ORDINAL;
    private int unfinished;
    private List<OperationInFlight> inFlight = List.of();
    private List<ConnectionCounters> connections = List.of();
    private boolean ended;
    private long heardNanos;
    private long movedNanos;
    private long busyNanos;
    private long sizeBytes;

    MemberState(CommunicatorState communicator, int commRank, ProcessState process, long nowNanos) {
        this.communicator = communicator;
        this.commRank = commRank;
        this.process = process;
        this.movedNanos = nowNanos;
    }

    void accept(CommunicatorFeed feed, ProcessState from, long nowNanos) {
        process = from;
        worldRank = feed.identity().worldRank().orElse(NO_RANK);
        gpu = feed.identity().gpu();
        if (moves(feed.progress())) {
            movedNanos = nowNanos;
        }
        inFlight = feed.inFlight();
        connections = feed.connections();
        ended |= feed.ended();
        heardNanos = nowNanos;
        busyNanos += feed.busyNanos();
        for (SeriesDelta series : feed.series()) {
            sizeBytes += series.sizeBytes();
        }
        if (worldRank != NO_RANK) {
            from.isRank(worldRank);
        }
    }

    /// Takes in how far it has come; whether that is another place than before.
    private boolean moves(Progress told) {
        long nowEnqueued = told.enqueued().orElse(NO_ORDINAL);
        long nowStarted = told.started().orElse(NO_ORDINAL);
        long nowFinished = told.finished().orElse(NO_ORDINAL);
        boolean isOther = enqueued != nowEnqueued
                || started != nowStarted
                || finished != nowFinished
                || unfinished != told.inFlight();
        enqueued = nowEnqueued;
        started = nowStarted;
        finished = nowFinished;
        unfinished = told.inFlight();
        return isOther;
    }

    /// Whether it is what `identity` says, and of that process.
    boolean is(CommunicatorIdentity identity, int rank, ProcessState of) {
        return process == of
                && commRank == rank
                && communicator.key().hashOrdinal() == identity.hashOrdinal()
                && communicator.key().id().equals(identity.id());
    }

    /// The communicator that it is of.
    public CommunicatorState communicator() {
        return communicator;
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
        return worldRank == NO_RANK ? OptionalInt.empty() : OptionalInt.of(worldRank);
    }

    /// The GPU that it runs on.
    public Optional<GpuIdentity> gpu() {
        return gpu;
    }

    /// How far it has come.
    public Progress progress() {
        return new Progress(ordinal(enqueued), ordinal(started), ordinal(finished), unfinished);
    }

    private static OptionalLong ordinal(long known) {
        return known == NO_ORDINAL ? OptionalLong.empty() : OptionalLong.of(known);
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
        OptionalInt inComm = worldRank == NO_RANK ? OptionalInt.of(commRank) : OptionalInt.empty();
        return new Entity(Optional.of(process.node()), gpu, worldRank(), inComm, Optional.empty());
    }
}
