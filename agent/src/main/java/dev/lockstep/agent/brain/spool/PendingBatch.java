// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.spool;

import org.jspecify.annotations.Nullable;

/// A batch that some brain has not acknowledged. The outbox's lock guards it.
final class PendingBatch {
    private final long number;
    private final int size;
    private final boolean onDisk;
    private byte @Nullable [] bytes;
    private int doneBrains;

    PendingBatch(long number, int size, byte @Nullable [] bytes, boolean onDisk) {
        this.number = number;
        this.size = size;
        this.bytes = bytes;
        this.onDisk = onDisk;
    }

    long number() {
        return number;
    }

    int size() {
        return size;
    }

    boolean isOnDisk() {
        return onDisk;
    }

    byte @Nullable [] bytes() {
        return bytes;
    }

    boolean isInMemory() {
        return bytes != null;
    }

    /// From now on it lies on disk alone.
    void leaveMemory() {
        bytes = null;
    }

    /// A brain needs it no more.
    void done(int brain) {
        doneBrains |= 1 << brain;
    }

    boolean isDone(int brain) {
        return (doneBrains & 1 << brain) != 0;
    }

    boolean isDoneByAll(int brains) {
        return doneBrains == (1 << brains) - 1;
    }
}
