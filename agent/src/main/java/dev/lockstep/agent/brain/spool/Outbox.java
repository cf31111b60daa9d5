// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.spool;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Batches from the thread that makes them to the threads that send them, one a brain. Each waits until every brain has
/// it, in memory as long as there are few, and on disk, so that it outlives the agent. Above the limits the oldest go.
///
/// No file is touched under the lock.
public final class Outbox implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Outbox.class.getName());

    private final int brains;
    private final SpoolLimits limits;
    private final @Nullable SpoolFiles files;
    private final byte[] restoredTotal;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final TreeMap<Long, PendingBatch> pending = new TreeMap<>();
    private final long[] dropped;
    private long bytes;
    private long memoryBytes;
    private long lastNumber;
    private long fileFailures;
    private boolean closed;
    private @Nullable PendingBatch newest;

    /// A batch to be sent.
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Parcel(long number, byte[] bytes) {}

    /// Batches that wait and their bytes, and how often a file could not be written or read.
    public record Counts(int batches, long bytes, long fileFailures) {}

    /// For so many brains; without a directory, or where it cannot be had, in memory alone.
    public static Outbox open(int brains, Optional<Path> directory, SpoolLimits limits) {
        if (directory.isEmpty()) {
            return new Outbox(brains, limits, null);
        }
        try {
            return new Outbox(brains, limits, SpoolFiles.open(directory.get()));
        } catch (IOException unusable) {
            LOG.log(
                    Level.WARNING,
                    "event=brain_spool_unusable directory={0} reason=\"{1}; batches wait in memory alone\"",
                    directory.get(),
                    unusable.getMessage());
            return new Outbox(brains, limits, null);
        }
    }

    private Outbox(int brains, SpoolLimits limits, @Nullable SpoolFiles files) {
        this.brains = brains;
        this.limits = limits;
        this.files = files;
        this.dropped = new long[brains];
        this.restoredTotal = restore();
    }

    /// Takes over what an agent before this one left, and gives what was told with its newest batch.
    private byte[] restore() {
        if (files == null) {
            return new byte[0];
        }
        try {
            Map<Long, Long> left = files.list();
            for (Map.Entry<Long, Long> each : left.entrySet()) {
                PendingBatch batch = new PendingBatch(each.getKey(), Math.toIntExact(each.getValue()), null, true);
                pending.put(batch.number(), batch);
                bytes += batch.size();
                lastNumber = batch.number();
                newest = batch;
            }
            return pending.isEmpty()
                    ? new byte[0]
                    : files.read(lastNumber).map(SpoolFiles.Kept::total).orElse(new byte[0]);
        } catch (IOException | ArithmeticException unreadable) {
            fileFailures++;
            return new byte[0];
        }
    }

    /// Whether batches outlive the agent.
    public boolean isDurable() {
        return files != null;
    }

    /// What the last batch of the agent before this one had told in all; empty where there is none.
    public byte[] restoredTotal() {
        return restoredTotal.clone();
    }

    /// Adds a batch; `total` is all that was told with it. One thread calls.
    public void add(byte[] batch, byte[] total) {
        long number = lastNumber + 1;
        boolean onDisk = write(number, batch, total);
        List<PendingBatch> gone = new ArrayList<>();
        @Nullable PendingBatch before;
        lock.lock();
        try {
            lastNumber = number;
            before = newest;
            newest = new PendingBatch(number, batch.length, batch, onDisk);
            pending.put(number, newest);
            bytes += batch.length;
            memoryBytes += batch.length;
            makeRoom(gone);
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
        gone.forEach(this::delete);
        if (before != null && !gone.contains(before)) {
            settle(before);
        }
    }

    private boolean write(long number, byte[] batch, byte[] total) {
        if (files == null) {
            return false;
        }
        try {
            files.write(number, batch, total);
            return true;
        } catch (IOException full) {
            fail(full);
            return false;
        }
    }

    private void fail(IOException failure) {
        lock.lock();
        try {
            fileFailures++;
        } finally {
            lock.unlock();
        }
        LOG.log(Level.DEBUG, "event=brain_spool_failed", failure);
    }

    /// Under the lock: takes out of memory what is on disk too, and then drops the oldest.
    private void makeRoom(List<PendingBatch> gone) {
        for (PendingBatch batch : pending.values()) {
            if (memoryBytes <= limits.memoryBytesMax()) {
                break;
            }
            if (batch.isInMemory() && batch.isOnDisk()) {
                batch.leaveMemory();
                memoryBytes -= batch.size();
            }
        }
        while (pending.size() > 1 && isOver()) {
            PendingBatch oldest = pending.pollFirstEntry().getValue();
            forget(oldest, gone);
            for (int brain = 0; brain < brains; brain++) {
                dropped[brain] += oldest.isDone(brain) ? 0 : 1;
            }
        }
    }

    private boolean isOver() {
        return pending.size() > limits.batchesMax()
                || bytes > limits.bytesMax()
                || memoryBytes > limits.memoryBytesMax();
    }

    private void forget(PendingBatch batch, List<PendingBatch> gone) {
        bytes -= batch.size();
        memoryBytes -= batch.isInMemory() ? batch.size() : 0;
        gone.add(batch);
    }

    private void delete(PendingBatch batch) {
        if (files == null || !batch.isOnDisk()) {
            return;
        }
        try {
            files.delete(batch.number());
        } catch (IOException kept) {
            fail(kept);
        }
    }

    /// What is to become of the file of a batch that is no longer the newest.
    private void settle(PendingBatch batch) {
        if (!batch.isOnDisk() || files == null) {
            return;
        }
        if (isPending(batch)) {
            try {
                files.cutTotal(batch.number(), batch.size());
            } catch (IOException gone) {
                // A brain has acknowledged it in this moment, and its file is gone.
                return;
            }
        } else {
            delete(batch);
        }
    }

    private boolean isPending(PendingBatch batch) {
        lock.lock();
        try {
            return pending.containsKey(batch.number());
        } finally {
            lock.unlock();
        }
    }

    /// The oldest batch that a brain has not got; waits for one, at most so long.
    public Optional<Parcel> next(int brain, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        while (true) {
            PendingBatch batch;
            lock.lockInterruptibly();
            try {
                batch = oldestFor(brain);
                while (batch == null) {
                    if (left <= 0 || closed) {
                        return Optional.empty();
                    }
                    left = arrived.awaitNanos(left);
                    batch = oldestFor(brain);
                }
                byte[] inMemory = batch.bytes();
                if (inMemory != null) {
                    return Optional.of(new Parcel(batch.number(), inMemory));
                }
            } finally {
                lock.unlock();
            }
            Optional<byte[]> read = readBack(batch);
            if (read.isPresent()) {
                return Optional.of(new Parcel(batch.number(), read.get()));
            }
            drop(brain, batch.number());
        }
    }

    private @Nullable PendingBatch oldestFor(int brain) {
        for (PendingBatch batch : pending.values()) {
            if (!batch.isDone(brain)) {
                return batch;
            }
        }
        return null;
    }

    private Optional<byte[]> readBack(PendingBatch batch) {
        return files == null ? Optional.empty() : files.read(batch.number()).map(SpoolFiles.Kept::batch);
    }

    /// A brain has it.
    public void acknowledge(int brain, long number) {
        done(brain, number, 0);
    }

    /// A brain will never have it.
    public void drop(int brain, long number) {
        done(brain, number, 1);
    }

    /// The newest file stays, since it tells the next agent where to begin.
    private void done(int brain, long number, int lost) {
        List<PendingBatch> gone = new ArrayList<>();
        lock.lock();
        try {
            PendingBatch batch = pending.get(number);
            if (batch == null || batch.isDone(brain)) {
                return;
            }
            dropped[brain] += lost;
            batch.done(brain);
            if (batch.isDoneByAll(brains)) {
                pending.remove(number);
                forget(batch, gone);
                if (batch == newest) {
                    gone.clear();
                }
            }
        } finally {
            lock.unlock();
        }
        gone.forEach(this::delete);
    }

    /// Waits so long, or until this is closed; says whether it was.
    public boolean awaitClosed(Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.lockInterruptibly();
        try {
            while (!closed && left > 0) {
                left = arrived.awaitNanos(left);
            }
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /// How much waits.
    public Counts counts() {
        lock.lock();
        try {
            return new Counts(pending.size(), bytes, fileFailures);
        } finally {
            lock.unlock();
        }
    }

    /// Batches that a brain will never have: dropped at a limit, damaged, or refused by it.
    public long dropped(int brain) {
        lock.lock();
        try {
            return dropped[brain];
        } finally {
            lock.unlock();
        }
    }

    /// Wakes whoever waits and leaves the directory to the next agent.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
        if (files != null) {
            try {
                files.close();
            } catch (IOException unlocked) {
                fail(unlocked);
            }
        }
    }
}
