// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.CommunicatorIdentity;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// One process of a job as its agent told of it last.
public final class ProcessState {
    private static final @Nullable MemberState[] NOWHERE = new MemberState[0];

    private final ProcessKey key;
    private final String node;
    private final Map<String, Long> losses = new HashMap<>();
    private ProcessLife life = ProcessLife.RUNNING;
    private OptionalInt worldRank = OptionalInt.empty();
    private @Nullable MemberState[] places = NOWHERE;
    private long heardNanos;
    private long endedNanos;
    private long wallNanos;
    private String agent = "";
    private long batch;
    private long monotonicNanos;
    private boolean isWhole;

    ProcessState(ProcessKey key, String node) {
        this.key = key;
        this.node = node;
    }

    void accept(ProcessFeed feed, NodeFeed from, long nowNanos) {
        if (life == ProcessLife.RUNNING && feed.life() != ProcessLife.RUNNING) {
            endedNanos = nowNanos;
        }
        life = feed.life();
        heardNanos = nowNanos;
        wallNanos = from.wallNanos();
        isWhole = from.agent().equals(agent) && from.batch() == batch + 1;
        agent = from.agent();
        batch = from.batch();
        monotonicNanos = from.monotonicNanos();
        feed.losses().forEach((reason, number) -> losses.merge(reason, number, Long::sum));
    }

    void isRank(int rank) {
        if (worldRank.isEmpty() || worldRank.getAsInt() != rank) {
            worldRank = OptionalInt.of(rank);
        }
    }

    /// The place of that rank, if it was what the same entry of the batch before told of: most batches tell of the same
    /// communicators as the one before, and looking one up costs more than all else.
    @Nullable
    MemberState placeBefore(int entry, CommunicatorIdentity identity, int commRank) {
        MemberState before = entry < places.length ? places[entry] : null;
        return before != null && before.is(identity, commRank, this) ? before : null;
    }

    void takes(int entry, int entries, @Nullable MemberState place) {
        if (entries != places.length) {
            places = Arrays.copyOf(places, entries);
        }
        places[entry] = place;
    }

    /// What it had its places in belongs to another job: the next batch finds them anew.
    void leaves() {
        places = NOWHERE;
    }

    /// The place that this entry of its latest batch told of; absent if it was refused.
    public Optional<MemberState> place(int entry) {
        return entry < places.length ? Optional.ofNullable(places[entry]) : Optional.empty();
    }

    /// Which process.
    public ProcessKey key() {
        return key;
    }

    /// Where it runs.
    public String node() {
        return node;
    }

    /// Whether it lives, as its agent said last.
    public ProcessLife life() {
        return life;
    }

    /// Its rank in the job; absent if unknown, and for a process of several ranks the one it told of last.
    public OptionalInt worldRank() {
        return worldRank;
    }

    /// When its agent told of it last, by the caller's clock.
    public long heardNanos() {
        return heardNanos;
    }

    /// When it was first said to have ended or gone, by the caller's clock; 0 while it runs.
    public long endedNanos() {
        return endedNanos;
    }

    /// Its node's wall clock when its agent told of it last.
    public long wallNanos() {
        return wallNanos;
    }

    /// Its node's `CLOCK_MONOTONIC` when its agent told of it last.
    public long monotonicNanos() {
        return monotonicNanos;
    }

    /// Whether what was told last is all that happened since what was told before: no batch between is missing.
    public boolean isWhole() {
        return isWhole;
    }

    /// What was not seen of it since it was first heard of, by reason.
    public Map<String, Long> losses() {
        return Map.copyOf(losses);
    }
}
