// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.reader.ShmReader;
import dev.lockstep.shm.reader.ShmReading;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/// One file that is read for as long as its process lives, and once more when it is gone: what the process wrote
/// last is the most telling. After that the file is only kept for a while; it stays open, so that its inode
/// means no other file.
final class AttachedFile implements AutoCloseable {
    private final FileIdentity identity;
    private final ShmReader reader;
    private final boolean isOfThisBoot;
    private Optional<Instant> diedAt = Optional.empty();
    private Optional<String> damage = Optional.empty();

    AttachedFile(FileIdentity identity, ShmReader reader, boolean isOfThisBoot) {
        this.identity = identity;
        this.reader = reader;
        this.isOfThisBoot = isOfThisBoot;
    }

    FileIdentity identity() {
        return identity;
    }

    /// What is in the file now; absent where that cannot be read, and after the last reading of a dead process.
    Optional<ProcessSnapshot> read(Instant now, long nowNanos, Optional<Consumer<OperationRecord>> operations) {
        if (isDead()) {
            return Optional.empty();
        }
        boolean lives = isOfThisBoot && reader.writerLives();
        ShmReading reading = reader.read(nowNanos);
        Optional<ShmReading.Damaged> ring = operations.flatMap(reader::readOperations);
        if (!lives) {
            diedAt = Optional.of(now);
        }
        return snapshotOf(ring.isPresent() ? ring.get() : reading);
    }

    private Optional<ProcessSnapshot> snapshotOf(ShmReading reading) {
        return switch (reading) {
            case ShmReading.Fresh fresh -> {
                damage = Optional.empty();
                yield Optional.of(fresh.snapshot());
            }
            case ShmReading.Damaged damaged -> {
                damage = Optional.of(damaged.damage().reason());
                yield Optional.empty();
            }
        };
    }

    /// Why it could not be read.
    Optional<String> damage() {
        return damage;
    }

    /// Whether nobody will ever write it again.
    boolean isDead() {
        return diedAt.isPresent();
    }

    /// Whether its process died so long ago that the file has served its time.
    boolean isOver(Instant now, Duration grace) {
        return diedAt.filter(death -> !now.isBefore(death.plus(grace))).isPresent();
    }

    @Override
    public void close() {
        reader.close();
    }
}
