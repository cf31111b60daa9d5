// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.blame.time.KeptRecords;
import dev.lockstep.core.analysis.job.CommunicatorKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What one rank did in one of its communicators, span by span.
final class Share {
    private static final float[] NONE = new float[0];

    private final CommunicatorKey communicator;
    private final int commRank;
    private float[] idle = NONE;
    private @Nullable KeptRecords kept;

    Share(CommunicatorKey communicator, int commRank) {
        this.communicator = communicator;
        this.commRank = commRank;
    }

    CommunicatorKey communicator() {
        return communicator;
    }

    int commRank() {
        return commRank;
    }

    /// Its latest operations, where they are a sample.
    KeptRecords kept() {
        KeptRecords there = kept;
        if (there == null) {
            there = new KeptRecords();
            kept = there;
        }
        return there;
    }

    void add(int slot, float idleNanos) {
        if (idle.length == 0) {
            idle = new float[BlameSettings.SPANS_MAX];
        }
        idle[slot] += idleNanos;
    }

    void clear(int slot) {
        if (idle.length > 0) {
            idle[slot] = 0;
        }
    }

    void clear() {
        Arrays.fill(idle, 0);
    }

    float idle(int slot) {
        return idle.length == 0 ? 0 : idle[slot];
    }
}
