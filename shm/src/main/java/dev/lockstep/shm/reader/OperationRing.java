// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.ShmSeriesKey;
import dev.lockstep.shm.identity.CommunicatorFacts;
import dev.lockstep.shm.reader.SectionTable.Section;
import dev.lockstep.shm.ring.RingEntry;
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

    private static final long NOT_WHOLE = -1;

    private final Section head;
    private final Section ring;
    private final int entryWords;
    /// The last number that was delivered or lost.
    private long cursor;
    private long waitedFor;
    /// The last number that was delivered.
    private long delivered;
    /// How many operations the plugin had left out of the ring.
    private long leftOut;

    OperationRing(Section head, Section ring) {
        this.head = head;
        this.ring = ring;
        this.entryWords = ring.entryBytes() / Long.BYTES;
    }

    /// What became of the records since the last time, and whom they go to.
    static final class Pass {
        private final NameTable names;
        private final Entry entry;
        private final Consumer<RingEntry> sink;
        private boolean isWhole;
        private long delivered;
        private long overwritten;
        private long unwritten;
        private boolean waits;

        Pass(CommunicatorTable communicators, NameTable names, Consumer<RingEntry> sink) {
            this.names = names;
            this.entry = new Entry(communicators, names);
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
        long leftOutBefore = leftOut;
        long reserved = reservedSinceCursor(file);
        pass.isWhole = leftOut == leftOutBefore;
        long first = Math.max(cursor, reserved - ring.capacity());
        pass.overwritten += first - cursor;
        cursor = first;
        while (cursor < reserved && !pass.waits) {
            readPiece(file, reserved, pass);
        }
    }

    /// Takes what is new as read by nobody, whole or not. Gives how much of it was overwritten before.
    long passOver(FileCopier file) throws IOException, DamagedFileException {
        long reserved = reservedSinceCursor(file);
        long overwritten = Math.max(0, reserved - ring.capacity() - cursor);
        cursor = reserved;
        return overwritten;
    }

    private long reservedSinceCursor(FileCopier file) throws IOException, DamagedFileException {
        long reserved = reserved(file);
        if (reserved < cursor) {
            throw new DamagedFileException(ShmDamage.VALUE, "ring went back to " + reserved);
        }
        return reserved;
    }

    private long reserved(FileCopier file) throws IOException, DamagedFileException {
        CopyBuffer copy = file.copy(head, 0, 1);
        leftOut = copy.int64(ShmLayout.RingHead.LEFT_OUT);
        long reserved = copy.int64(ShmLayout.RingHead.RESERVED);
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
            boolean follows = pass.isWhole && number == delivered + 1;
            pass.entry.set(words, at, follows ? RingEntry.Predecessor.KNOWN : RingEntry.Predecessor.UNKNOWN);
            pass.sink.accept(pass.entry);
            delivered = number;
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

    private static long word(long[] words, int at, int offset) {
        return words[at + offset / Long.BYTES];
    }

    /// The entry that is being visited.
    private static final class Entry implements RingEntry {
        private static final int CHANNELS_SHIFT = 48;
        private static final int FLAGS_SHIFT = 56;
        private static final int BYTE_MASK = 0xff;

        private final CommunicatorTable communicators;
        private final NameTable names;
        private long[] words = {};
        private int at;
        private Predecessor predecessor = Predecessor.UNKNOWN;
        private NcclFunction function = NcclFunction.OTHER;
        private String algorithm = "";
        private String protocol = "";
        private SizeClass sizeClass = SizeClass.OTHER;

        Entry(CommunicatorTable communicators, NameTable names) {
            this.communicators = communicators;
            this.names = names;
        }

        void set(long[] copiedWords, int atWord, Predecessor before) throws DamagedFileException {
            words = copiedWords;
            at = atWord;
            predecessor = before;
            long packed = packed();
            function = NcclFunction.of(names.name(ShmSeriesKey.function(packed)));
            algorithm = names.name(ShmSeriesKey.algorithm(packed));
            protocol = names.name(ShmSeriesKey.protocol(packed));
            sizeClass = NameTable.sizeClass(ShmSeriesKey.sizeClass(packed));
        }

        private long word(int offset) {
            return words[at + offset / Long.BYTES];
        }

        private long packed() {
            return word(ShmLayout.RingRecord.PACKED);
        }

        private int flags() {
            return (int) (packed() >>> FLAGS_SHIFT) & BYTE_MASK;
        }

        @Override
        public long number() {
            return word(ShmLayout.RingRecord.NUMBER);
        }

        @Override
        public Predecessor predecessor() {
            return predecessor;
        }

        @Override
        public int row() {
            return ShmSeriesKey.row(packed());
        }

        @Override
        public Optional<CommunicatorFacts> communicator() {
            return communicators.at(row());
        }

        @Override
        public NcclFunction function() {
            return function;
        }

        @Override
        public String algorithm() {
            return algorithm;
        }

        @Override
        public String protocol() {
            return protocol;
        }

        @Override
        public long ordinal() {
            return word(ShmLayout.RingRecord.ORDINAL);
        }

        @Override
        public long sequence() {
            return word(ShmLayout.RingRecord.SEQUENCE);
        }

        @Override
        public long sizeBytes() {
            return word(ShmLayout.RingRecord.BYTES);
        }

        @Override
        public long enqueuedMonotonicNanos() {
            return word(ShmLayout.RingRecord.ENQUEUED_MONOTONIC_NANOS);
        }

        @Override
        public long startGpuNanos() {
            return word(ShmLayout.RingRecord.START_GPU);
        }

        @Override
        public long stopGpuNanos() {
            return word(ShmLayout.RingRecord.STOP_GPU);
        }

        @Override
        public boolean isTimed() {
            return (flags() & ShmLayout.RECORD_TIMED) != 0 && (flags() & ShmLayout.RECORD_SUSPECT) == 0;
        }

        @Override
        public boolean isFused() {
            return (flags() & ShmLayout.RECORD_FUSED) != 0;
        }

        @Override
        public OperationRecord toRecord() {
            Optional<CommunicatorFacts> communicator = communicator();
            return new OperationRecord(
                    number(),
                    communicator.map(CommunicatorFacts::id),
                    communicator.map(CommunicatorFacts::hashOrdinal).orElse(0),
                    function,
                    algorithm,
                    protocol,
                    sizeClass,
                    ordinal(),
                    sequence() == NO_SEQUENCE ? OptionalLong.empty() : OptionalLong.of(sequence()),
                    sizeBytes(),
                    enqueuedMonotonicNanos(),
                    startGpuNanos(),
                    stopGpuNanos(),
                    (int) (packed() >>> CHANNELS_SHIFT) & BYTE_MASK,
                    timing(),
                    isFused() ? OperationRecord.Grouping.FUSED : OperationRecord.Grouping.ALONE,
                    (flags() & ShmLayout.RECORD_SETTLED) != 0
                            ? OperationRecord.Ending.SETTLED
                            : OperationRecord.Ending.DONE);
        }

        private OperationRecord.Timing timing() {
            if ((flags() & ShmLayout.RECORD_SUSPECT) != 0) {
                return OperationRecord.Timing.SUSPECT;
            }
            return isTimed() ? OperationRecord.Timing.TIMED : OperationRecord.Timing.ABSENT;
        }
    }
}
