// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/// One process of a job as its agent told of it last.
public final class ProcessState {
    private final ProcessKey key;
    private final String node;
    private final Map<String, Long> losses = new HashMap<>();
    private ProcessLife life = ProcessLife.RUNNING;
    private OptionalInt worldRank = OptionalInt.empty();
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

    void isRank(OptionalInt rank) {
        if (rank.isPresent()) {
            worldRank = rank;
        }
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
