// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.reader.SectionTable.Section;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A ring whose writers take their steps while it is being copied: before each word of a copy, by the roll of a die,
/// a writer does its next store. The words of a copy are fetched in random order, as a kernel may.
///
/// Every field of a record follows from its number, so a mixture is seen. A writer may be stalled for a lap before its
/// first store. It is not while it stores: two writers inside one entry are beyond what numbers can tell.
final class RacingRing extends FakeChannel {
    static final int CAPACITY = 4;
    static final Section HEAD = new Section(0, 1, ShmLayout.RingHead.SIZE);
    static final Section RING = new Section(ShmLayout.RingHead.SIZE, CAPACITY, ShmLayout.RingRecord.SIZE);
    static final Section NAMES = new Section(RING.end(), 1, ShmLayout.Name.SIZE);

    private static final int WRITERS = 3;
    private static final int FIELDS = ShmLayout.RingRecord.SIZE / Long.BYTES - 1;

    private final long[] words = new long[(int) NAMES.end() / Long.BYTES];
    private final SplittableRandom random;
    private final List<Writer> writers = new ArrayList<>();
    private long stepsLeft;
    private long mostStepsAWord = 2;

    RacingRing(SplittableRandom random, long steps) {
        this.random = random;
        this.stepsLeft = steps;
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new Writer());
        }
    }

    /// How far the writers come while one word is copied.
    void hurry(long mostSteps) {
        mostStepsAWord = mostSteps;
    }

    boolean isBusy() {
        return stepsLeft > 0;
    }

    /// Lets the writers end what they have begun.
    void settle() {
        stepsLeft = 0;
        writers.forEach(Writer::finish);
    }

    long reserved() {
        return words[0];
    }

    /// What is not as the record of its number would be.
    static boolean isTorn(OperationRecord record) {
        long number = record.number();
        return record.enqueuedMonotonicNanos() != field(number, 1)
                || record.startGpuNanos() != field(number, 2)
                || record.stopGpuNanos() != field(number, 3)
                || record.sizeBytes() != field(number, 4)
                || record.ordinal() != field(number, 5)
                || record.sequence().orElse(0) != field(number, 6);
    }

    private static long field(long number, int index) {
        return index == FIELDS ? 0 : number << 8 | index;
    }

    @Override
    public long size() {
        return (long) words.length * Long.BYTES;
    }

    @Override
    public int read(ByteBuffer into, long position) {
        int bytes = into.remaining();
        int start = into.position();
        for (int index : shuffled(bytes / Long.BYTES)) {
            race();
            into.putLong(start + index * Long.BYTES, words[(int) position / Long.BYTES + index]);
        }
        into.position(start + bytes);
        return bytes;
    }

    private int[] shuffled(int count) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    private void race() {
        for (long steps = random.nextLong(mostStepsAWord + 1); steps > 0 && stepsLeft > 0; steps--) {
            stepsLeft--;
            writers.get(random.nextInt(WRITERS)).step();
        }
    }

    /// Does the stores of one record after the other, in the plugin's order.
    private final class Writer {
        private long number;
        private int storesDone;

        void step() {
            if (number == 0) {
                number = ++words[0];
            } else if (storesDone > 0 || !isEntryBusy()) {
                store();
            }
        }

        private boolean isEntryBusy() {
            return writers.stream()
                    .anyMatch(other -> other.storesDone > 0 && other.number % CAPACITY == number % CAPACITY);
        }

        private void store() {
            int entry = (int) (RING.offsetOf((int) ((number - 1) % CAPACITY)) / Long.BYTES);
            if (storesDone == 0) {
                words[entry] = 0;
            } else if (storesDone <= FIELDS) {
                words[entry + storesDone] = field(number, storesDone);
            } else {
                words[entry] = number;
                number = 0;
                storesDone = -1;
            }
            storesDone++;
        }

        void finish() {
            while (number != 0) {
                store();
            }
        }
    }
}
