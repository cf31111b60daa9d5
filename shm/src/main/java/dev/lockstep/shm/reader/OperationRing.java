// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.ShmSeriesKey;
import dev.lockstep.shm.identity.CommunicatorFacts;
import dev.lockstep.shm.reader.SectionTable.Section;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// The ring of completed operations, read from a cursor on.
///
/// Writers take a number from `reserved`, set the entry's number to 0, write the fields and set the number last.
/// The kernel may fetch the words of a copy in any order, the fields before the number too. So the numbers are
/// copied before the fields and once more after them: an entry is whole if its number was right all three times
/// and the number one lap later was not yet reserved after all of that. Every number between the cursor and
/// `reserved` is delivered, lost or still being written; at the latter the cursor waits until the next time, and
/// then gives it up.
final class OperationRing {
    /// Records copied at once: few enough not to be overwritten meanwhile.
    private static final int PIECE_RECORDS = 256;

    private static final int CHANNELS_SHIFT = 48;
    private static final int FLAGS_SHIFT = 56;
    private static final int BYTE_MASK = 0xff;
    private static final long NO_SEQUENCE = -1;
    private static final long NOT_WHOLE = -1;

    private final Section head;
    private final Section ring;
    private final int entryWords;
    /// The last number that was delivered or lost.
    private long cursor;
    private long waitedFor;

    OperationRing(Section head, Section ring) {
        this.head = head;
        this.ring = ring;
        this.entryWords = ring.entryBytes() / Long.BYTES;
    }

    /// What became of the records since the last time, and whom they go to.
    static final class Pass {
        private final CommunicatorTable communicators;
        private final NameTable names;
        private final Consumer<OperationRecord> sink;
        private long delivered;
        private long overwritten;
        private long unwritten;
        private boolean waits;

        Pass(CommunicatorTable communicators, NameTable names, Consumer<OperationRecord> sink) {
            this.communicators = communicators;
            this.names = names;
            this.sink = sink;
        }

        long delivered() {
            return delivered;
        }

        long overwritten() {
            return overwritten;
        }

        long unwritten() {
            return unwritten;
        }
    }

    /// Takes what is no longer there as not meant for this reader, without counting it.
    void skipOverwritten(FileCopier file) throws IOException, DamagedFileException {
        cursor = Math.max(cursor, reserved(file) - ring.capacity());
    }

    /// The last number that was delivered or lost.
    long cursor() {
        return cursor;
    }

    /// Delivers what is new, in order.
    void read(FileCopier file, Pass pass) throws IOException, DamagedFileException {
        long reserved = reserved(file);
        if (reserved < cursor) {
            throw new DamagedFileException(ShmDamage.VALUE, "ring went back to " + reserved);
        }
        long first = Math.max(cursor, reserved - ring.capacity());
        pass.overwritten += first - cursor;
        cursor = first;
        while (cursor < reserved && !pass.waits) {
            readPiece(file, reserved, pass);
        }
    }

    private long reserved(FileCopier file) throws IOException, DamagedFileException {
        long reserved = file.copy(head, 0, 1).int64(ShmLayout.RingHead.RESERVED);
        if (reserved < 0) {
            throw new DamagedFileException(ShmDamage.VALUE, "ring head " + Long.toUnsignedString(reserved));
        }
        return reserved;
    }

    private void readPiece(FileCopier file, long reserved, Pass pass) throws IOException, DamagedFileException {
        int entry = (int) (cursor % ring.capacity());
        int wanted = (int) Math.min(PIECE_RECORDS, reserved - cursor);
        int count = Math.min(wanted, ring.capacity() - entry);
        long[] words = wholeRecords(file, entry, count);
        long overwrittenUpTo = reserved(file) - ring.capacity();
        pass.names.refresh(file);
        for (int i = 0; i < count && !pass.waits; i++) {
            take(words, i * entryWords, overwrittenUpTo, pass);
        }
    }

    /// Copies records; those that changed meanwhile get a number that no record has. The fences order the loads of
    /// the copies; they pair with the plugin's release around the number.
    private long[] wholeRecords(FileCopier file, int entry, int count) throws IOException, DamagedFileException {
        long[] numbers = numbers(file.copyWords(ring, entry, count), count);
        VarHandle.acquireFence();
        long[] words = Arrays.copyOf(file.copyWords(ring, entry, count), count * entryWords);
        VarHandle.acquireFence();
        long[] numbersAfter = numbers(file.copyWords(ring, entry, count), count);
        VarHandle.acquireFence();
        for (int i = 0; i < count; i++) {
            int number = i * entryWords + ShmLayout.RingRecord.NUMBER / Long.BYTES;
            if (words[number] != numbers[i] || words[number] != numbersAfter[i]) {
                words[number] = NOT_WHOLE;
            }
        }
        return words;
    }

    private long[] numbers(long[] words, int count) {
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = word(words, i * entryWords, ShmLayout.RingRecord.NUMBER);
        }
        return numbers;
    }

    private void take(long[] words, int at, long overwrittenUpTo, Pass pass) throws DamagedFileException {
        long number = cursor + 1;
        if (number <= overwrittenUpTo) {
            pass.overwritten++;
        } else if (word(words, at, ShmLayout.RingRecord.NUMBER) == number) {
            pass.sink.accept(record(words, at, pass));
            pass.delivered++;
        } else if (waitedFor == number) {
            pass.unwritten++;
        } else {
            waitedFor = number;
            pass.waits = true;
            return;
        }
        cursor = number;
    }

    private static OperationRecord record(long[] words, int at, Pass pass) throws DamagedFileException {
        long packed = word(words, at, ShmLayout.RingRecord.PACKED);
        int flags = (int) (packed >>> FLAGS_SHIFT) & BYTE_MASK;
        long sequence = word(words, at, ShmLayout.RingRecord.SEQUENCE);
        Optional<CommunicatorFacts> communicator = pass.communicators.at(ShmSeriesKey.row(packed));
        return new OperationRecord(
                word(words, at, ShmLayout.RingRecord.NUMBER),
                communicator.map(CommunicatorFacts::id),
                communicator.map(CommunicatorFacts::hashOrdinal).orElse(0),
                NcclFunction.of(pass.names.name(ShmSeriesKey.function(packed))),
                pass.names.name(ShmSeriesKey.algorithm(packed)),
                pass.names.name(ShmSeriesKey.protocol(packed)),
                NameTable.sizeClass(ShmSeriesKey.sizeClass(packed)),
                word(words, at, ShmLayout.RingRecord.ORDINAL),
                sequence == NO_SEQUENCE ? OptionalLong.empty() : OptionalLong.of(sequence),
                word(words, at, ShmLayout.RingRecord.BYTES),
                word(words, at, ShmLayout.RingRecord.ENQUEUED_MONOTONIC_NANOS),
                word(words, at, ShmLayout.RingRecord.START_GPU),
                word(words, at, ShmLayout.RingRecord.STOP_GPU),
                (int) (packed >>> CHANNELS_SHIFT) & BYTE_MASK,
                timing(flags),
                (flags & ShmLayout.RECORD_FUSED) != 0 ? OperationRecord.Grouping.FUSED : OperationRecord.Grouping.ALONE,
                (flags & ShmLayout.RECORD_SETTLED) != 0 ? OperationRecord.Ending.SETTLED : OperationRecord.Ending.DONE);
    }

    private static OperationRecord.Timing timing(int flags) {
        if ((flags & ShmLayout.RECORD_SUSPECT) != 0) {
            return OperationRecord.Timing.SUSPECT;
        }
        return (flags & ShmLayout.RECORD_TIMED) != 0 ? OperationRecord.Timing.TIMED : OperationRecord.Timing.ABSENT;
    }

    private static long word(long[] words, int at, int offset) {
        return words[at + offset / Long.BYTES];
    }
}
