// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationRingTest {
    private static final int RING = ShmCapacities.SMALL.ring();
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1 << 20, 1);

    @TempDir
    Path directory;

    private ShmWriter writer;
    private ReaderFixture fixture;
    private FilePatch patch;
    private int row;

    @BeforeEach
    void open() throws IOException {
        Path path = directory.resolve("process");
        writer = ShmWriter.create(path, ProcessFacts.of(4711), ShmCapacities.SMALL);
        patch = new FilePatch(path);
        row = writer.communicator(CommunicatorSpec.of(0xabc, 8, 3));
        fixture = ReaderFixture.on(path);
        fixture.read();
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
        writer.close();
    }

    private void run(int operations) {
        for (int i = 0; i < operations; i++) {
            writer.run(row, ALL_REDUCE, 1_000_000L * (i + 1), 250_000);
        }
    }

    private List<Long> numbers() {
        return fixture.readOperations().stream().map(OperationRecord::number).toList();
    }

    private static List<Long> range(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    private long lost(String reason) {
        return fixture.read().lost().getOrDefault(reason, -1L);
    }

    private long entry(int index) {
        return patch.entry(ShmLayout.SECTION_RING, index);
    }

    @Test
    void deliversWhatIsKnownOfAnOperation() {
        writer.run(row, ALL_REDUCE.numbered(12).enqueuedAt(77), 5_000, 250_000);

        OperationRecord record = fixture.readOperations().getFirst();

        assertThat(record.number()).isEqualTo(1);
        assertThat(record.communicatorId()).contains("0000000000000abc");
        assertThat(record.function()).isEqualTo(NcclFunction.ALL_REDUCE);
        assertThat(record.algorithm()).isEqualTo("RING");
        assertThat(record.protocol()).isEqualTo("SIMPLE");
        assertThat(record.sizeClass()).isEqualTo(SizeClass.of(1 << 20));
        assertThat(record.sizeBytes()).isEqualTo(1 << 20);
        assertThat(record.sequence()).hasValue(12);
        assertThat(record.ordinal()).isZero();
        assertThat(record.enqueuedMonotonicNanos()).isEqualTo(77);
        assertThat(record.startGpuNanos()).isEqualTo(5_000);
        assertThat(record.stopGpuNanos()).isEqualTo(255_000);
        assertThat(record.channels()).isEqualTo(1);
        assertThat(record.timing()).isEqualTo(OperationRecord.Timing.TIMED);
        assertThat(record.grouping()).isEqualTo(OperationRecord.Grouping.ALONE);
        assertThat(record.ending()).isEqualTo(OperationRecord.Ending.DONE);
    }

    @Test
    void hasNoSequenceForASend() {
        writer.run(row, OperationSpec.pointToPoint("Send", 3, 100, 1), 5_000, 250_000);

        assertThat(fixture.readOperations().getFirst().sequence()).isEmpty();
    }

    @Test
    void marksSuspectTimings() {
        writer.completeSuspect(writer.enqueue(row, ALL_REDUCE));

        assertThat(fixture.readOperations().getFirst().timing()).isEqualTo(OperationRecord.Timing.SUSPECT);
    }

    @Test
    void deliversEachOperationOnce() {
        run(3);
        assertThat(numbers()).isEqualTo(range(1, 3));
        run(2);
        assertThat(numbers()).isEqualTo(range(4, 5));
        assertThat(numbers()).isEmpty();
    }

    @Test
    void goesRoundTheRing() {
        run(RING - 2);
        numbers();
        run(5);

        assertThat(numbers()).isEqualTo(range(RING - 1, RING + 3));
        assertThat(lost("ring_overwritten")).isZero();
    }

    @Test
    void deliversAFullRingAndCountsWhatWasOverwritten() {
        run(2 * RING + 7);

        assertThat(numbers()).isEqualTo(range(RING + 8, 2 * RING + 7));
        assertThat(lost("ring_overwritten")).isEqualTo(RING + 7);
    }

    @Test
    void countsWhatWasOverwrittenWhenNobodyTakesOperations() {
        run(2 * RING + 7);
        fixture.reader().passOverOperations();
        run(2);
        fixture.reader().passOverOperations();

        assertThat(lost("ring_overwritten")).isEqualTo(RING + 7);
        assertThat(numbers()).isEmpty();
        run(1);
        assertThat(numbers()).isEqualTo(range(2 * RING + 10, 2 * RING + 10));
    }

    @Test
    void countsNothingBeforeItWasToLook() {
        run(RING + 7);
        fixture.reader().skipOverwrittenOperations();

        assertThat(numbers()).hasSize(RING);
        assertThat(lost("ring_overwritten")).isZero();
    }

    @Test
    void waitsOnceForARecordThatIsBeingWritten() {
        run(4);
        patch.int64(entry(1), 0);
        assertThat(numbers()).isEqualTo(range(1, 1));
        patch.int64(entry(1), 2);

        assertThat(numbers()).isEqualTo(range(2, 4));
        assertThat(lost("ring_unwritten")).isZero();
    }

    @Test
    void givesUpARecordThatIsNeverWritten() {
        run(4);
        patch.int64(entry(1), 0);
        numbers();

        assertThat(numbers()).isEqualTo(range(3, 4));
        assertThat(lost("ring_unwritten")).isEqualTo(1);
    }

    @Test
    void neverTakesARecordOfAnEarlierLapForANewOne() {
        run(RING);
        numbers();
        run(1);
        patch.int64(entry(0), 1);

        assertThat(numbers()).isEmpty();
    }

    @Test
    void hasNoCommunicatorForARowThatWasFreed() {
        run(1);
        writer.replaceCommunicator(row, CommunicatorSpec.of(0xdef, 8, 3));
        fixture.read();
        patch.int64(entry(0) + ShmLayout.RingRecord.PACKED, 0x7);

        assertThat(fixture.readOperations().getFirst().communicatorId()).isEmpty();
    }
}
