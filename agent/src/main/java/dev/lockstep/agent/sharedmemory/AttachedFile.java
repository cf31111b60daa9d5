// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.agent.flight.Moment;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.ShmProcessState;
import dev.lockstep.shm.reader.ShmReader;
import dev.lockstep.shm.reader.ShmReading;
import java.time.Duration;
import java.util.Optional;

/// One file that is read for as long as its process lives, and once more when it is gone: what the process wrote
/// last is the most telling. After that the file is only kept for a while; it stays open, so that its inode
/// means no other file.
final class AttachedFile implements AutoCloseable {
    private final FileIdentity identity;
    private final ShmReader reader;
    private final boolean isOfThisBoot;
    private final CommunicatorBudget communicators;
    private Optional<LastLook> lastLook = Optional.empty();
    private Optional<Death> death = Optional.empty();
    private Optional<String> damage = Optional.empty();
    private ShmProcessState lastState = ShmProcessState.STARTING;

    /// `grace` is how long its communicators are shown after they ended.
    AttachedFile(FileIdentity identity, ShmReader reader, boolean isOfThisBoot, Duration grace) {
        this.identity = identity;
        this.reader = reader;
        this.isOfThisBoot = isOfThisBoot;
        this.communicators = new CommunicatorBudget(grace);
    }

    FileIdentity identity() {
        return identity;
    }

    /// What is in the file now; absent where that cannot be read, and after the last reading of a dead process.
    Optional<ProcessSnapshot> read(Moment now, ProcessListener listener) {
        if (isDead()) {
            return Optional.empty();
        }
        boolean lives = isOfThisBoot && reader.writerLives();
        ShmReading reading = lives ? reader.read(now.monotonicNanos()) : reader.readLast(now.monotonicNanos());
        Optional<ShmReading.Damaged> ring = listener.take(reader);
        if (lives) {
            lastLook = LastLook.of(now, reading);
        } else {
            death = Optional.of(Death.of(now, reading, lastLook));
        }
        return snapshotOf(ring.isPresent() ? ring.get() : reading, now.monotonicNanos());
    }

    private Optional<ProcessSnapshot> snapshotOf(ShmReading reading, long nowNanos) {
        return switch (reading) {
            case ShmReading.Fresh(ProcessSnapshot all, ShmProcessState state) -> {
                lastState = state;
                ProcessSnapshot process = communicators.within(all, nowNanos);
                boolean isWhole =
                        process.communicators().size() == all.communicators().size();
                damage = isWhole ? Optional.empty() : Optional.of("communicators_over_limit");
                yield Optional.of(process);
            }
            case ShmReading.Damaged damaged -> {
                damage = Optional.of(damaged.damage().reason());
                yield Optional.empty();
            }
        };
    }

    /// Why it could not be read, or not all of it.
    Optional<String> damage() {
        return damage;
    }

    /// Whether nobody will ever write it again.
    boolean isDead() {
        return death.isPresent();
    }

    /// Whether its process lives, as the last reading saw it. One that has freed its communicators has ended or is
    /// about to; one whose file cannot be read at its end counts by what was read before.
    ProcessLife life() {
        if (lastState == ShmProcessState.CLOSED && !hung()) {
            return ProcessLife.ENDED;
        }
        return isDead() ? ProcessLife.GONE : ProcessLife.RUNNING;
    }

    private boolean hung() {
        return death.filter(ended -> !ended.hung().isEmpty()).isPresent();
    }

    /// How its process ended, once it has.
    Optional<Death> death() {
        return death;
    }

    /// The open file, to be copied.
    ShmReader reader() {
        return reader;
    }

    /// Whether its process died so long ago that the file has served its time, by the clock that never steps; or
    /// whether somebody has taken the dead file away.
    boolean isOver(Moment now, Duration grace) {
        return death.filter(ended -> now.monotonicNanos() - ended.seenAt().monotonicNanos() >= grace.toNanos()
                        || !identity.isStillThere())
                .isPresent();
    }

    @Override
    public void close() {
        reader.close();
    }
}
