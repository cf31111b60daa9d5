// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import java.util.concurrent.atomic.AtomicLong;

/// What happened to the store since the start. Any thread.
public final class StoreCounters {
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong damaged = new AtomicLong();
    private final AtomicLong removed = new AtomicLong();
    private final AtomicLong rowsLeftOut = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    /// All at zero.
    public StoreCounters() {}

    void failedOnce() {
        failed.incrementAndGet();
    }

    void foundDamaged(long parts) {
        damaged.addAndGet(parts);
    }

    void removedOne() {
        removed.incrementAndGet();
    }

    void leftOutRow() {
        rowsLeftOut.incrementAndGet();
    }

    void takes(long bytesNow) {
        bytes.set(bytesNow);
    }

    /// Writings that failed; what an incident says is written again at the next look.
    public long failed() {
        return failed.get();
    }

    /// Files and lines that could not be read and were set aside.
    public long damaged() {
        return damaged.get();
    }

    /// Files that made room.
    public long removed() {
        return removed.get();
    }

    /// Rows of summaries above the limit of a minute.
    public long rowsLeftOut() {
        return rowsLeftOut.get();
    }

    /// Room that history takes.
    public long bytes() {
        return bytes.get();
    }
}
