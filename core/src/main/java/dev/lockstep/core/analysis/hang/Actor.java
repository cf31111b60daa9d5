// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.feed.ProcessLife;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A rank of the job, with its seats in all of its communicators; or a place in a communicator of which nothing was
/// heard.
final class Actor {
    private final Optional<ProcessState> process;
    private final List<Seat> seats = new ArrayList<>();
    private Entity entity;
    private long movedNanos;
    private boolean waitsInSetup;

    private Actor(Optional<ProcessState> process, Entity entity) {
        this.process = process;
        this.entity = entity;
    }

    static Actor of(MemberState member) {
        return new Actor(Optional.of(member.process()), member.entity());
    }

    /// One that has a process and no communicator yet.
    static Actor of(ProcessState process, OptionalInt rank) {
        Entity entity =
                new Entity(Optional.of(process.node()), Optional.empty(), rank, OptionalInt.empty(), Optional.empty());
        return new Actor(Optional.of(process), entity);
    }

    /// A place of which nothing was heard.
    static Actor unheard(OptionalInt worldRank, int commRank) {
        OptionalInt inComm = worldRank.isPresent() ? OptionalInt.empty() : OptionalInt.of(commRank);
        return new Actor(
                Optional.empty(), new Entity(Optional.empty(), Optional.empty(), worldRank, inComm, Optional.empty()));
    }

    void sit(Seat seat) {
        seats.add(seat);
        movedNanos = Math.max(movedNanos, seat.member().movedNanos());
        if (entity.rank().isEmpty()) {
            entity = seat.member().entity();
        }
    }

    void waitInSetup() {
        waitsInSetup = true;
    }

    Entity entity() {
        return entity;
    }

    Optional<ProcessState> process() {
        return process;
    }

    List<Seat> seats() {
        return seats;
    }

    /// When anything of it was last seen to move, on the caller's clock.
    long movedNanos() {
        return movedNanos;
    }

    String node() {
        return entity.node().orElse("");
    }

    /// Its process is over.
    boolean isOver() {
        return process.isPresent() && process.get().life() != ProcessLife.RUNNING;
    }

    /// Its process lives and its agent told of it lately.
    boolean isSeen(long nowNanos, HangSettings settings) {
        return process.isPresent() && !isOver() && nowNanos - process.get().heardNanos() <= settings.unseenNanos();
    }

    boolean isStill(long nowNanos, HangSettings settings) {
        return seats.isEmpty() || nowNanos - movedNanos >= settings.stillNanos();
    }

    /// It waits for peers: its GPU has begun an operation and does not get on, or a communicator of it is being made.
    boolean waits() {
        return waitsInSetup || seats.stream().anyMatch(Seat::isStarted);
    }

    /// Its host has handed over operations of which its GPU started none.
    boolean isStalled() {
        return !waits() && seats.stream().anyMatch(seat -> seat.oldest().isPresent());
    }

    /// It is in no operation and waits for no communicator.
    boolean isIdle() {
        return !waitsInSetup && seats.stream().allMatch(seat -> seat.oldest().isEmpty());
    }

    boolean isStranger() {
        return process.isEmpty();
    }

    /// Longest time for which an operation of it stands still.
    long stuckNanos(long nowNanos) {
        if (waitsInSetup) {
            return nowNanos - movedNanos;
        }
        return seats.stream().mapToLong(seat -> seat.stuckNanos(nowNanos)).max().orElse(0);
    }
}
